/** Dispatched on the window before React begins: from then on it handles clicks itself, by hydrating their part first. */
export const hydratingEvent = 'hydrating';
/** Dispatched on the window once React handles the events of the page. */
export const hydratedEvent = 'hydrated';
