type Leading = { readonly id: number; readonly isAddOn: boolean };

/**
 * Sorts the tune first that the others of a purchase are added to, at their add-on prices: a main one before an add-on, the dearest
 * of these, the lowest id of equals.
 */
export const leadFirst =
  <T extends Leading>(isDearer: (a: T, b: T) => boolean) =>
  (a: T, b: T): number => {
    if (a.isAddOn !== b.isAddOn) return a.isAddOn ? 1 : -1;
    return isDearer(a, b) ? -1 : isDearer(b, a) ? 1 : a.id - b.id;
  };
