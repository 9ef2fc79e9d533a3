type Leading = { readonly id: number; readonly isAddOn: boolean };

/**
 * Sorts the lead tune first, to which the others are added at their add-on prices: main tunes before add-ons, then the
 * most expensive, then the lowest id.
 */
export const leadFirst =
  <T extends Leading>(isDearer: (a: T, b: T) => boolean) =>
  (a: T, b: T): number => {
    if (a.isAddOn !== b.isAddOn) return a.isAddOn ? 1 : -1;
    return isDearer(a, b) ? -1 : isDearer(b, a) ? 1 : a.id - b.id;
  };
