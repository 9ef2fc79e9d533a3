/** An address with a positive id is updated; otherwise a new one is created. */
export const isUpdate = (address: { readonly id?: number | null }): boolean =>
  typeof address.id === 'number' && address.id > 0;
