/** Dispatched on the window before hydration starts; from then on React replays clicks itself. */
export const hydratingEvent = 'hydrating';
/** Dispatched on the window when hydration is complete. */
export const hydratedEvent = 'hydrated';
