/** Saving an address with a positive id changes that one; any other makes a new one. */
export const isUpdate = (address: { readonly id?: number | null }): boolean =>
  typeof address.id === 'number' && address.id > 0;
