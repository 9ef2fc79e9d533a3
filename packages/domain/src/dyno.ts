export const dynoTypes = ['regular', 'crank'] as const;
export type DynoType = (typeof dynoTypes)[number];
