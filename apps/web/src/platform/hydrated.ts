/** Dispatched on the window once React handles the events of the page. */
export const hydratedEvent = 'hydrated';
