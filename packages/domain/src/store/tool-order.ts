/** The two flashing tools that are ordered by name. */
export const toolOrderTypes = ['FLASHZILLAV3', 'FZPRO'] as const;
export type ToolOrderType = (typeof toolOrderTypes)[number];
export const toolOrderDefault: ToolOrderType = 'FLASHZILLAV3';

const isToolOrderType = (value: unknown): value is ToolOrderType => toolOrderTypes.some((type) => type === value);

/** Preselects the last ordered type; an invalid stored value gives the default. */
export const lastToolOrderType = (remembered: unknown): ToolOrderType =>
  isToolOrderType(remembered) ? remembered : toolOrderDefault;

export const toolOrderNames: Readonly<Record<ToolOrderType, string>> = {
  FLASHZILLAV3: 'FlashZilla V3',
  FZPRO: 'FlashZilla Pro',
};

/** The store products for each type. */
export const toolOrderProducts: Readonly<Record<ToolOrderType, string>> = {
  FLASHZILLAV3: 'flashzilla-v3',
  FZPRO: 'flashzilla-pro',
};

/** A cart with one of the two is an order of that tool; with both, of the first one in the list. */
export const toolOrderTypeOf = (slugs: readonly string[]): ToolOrderType | null =>
  toolOrderTypes.find((type) => slugs.includes(toolOrderProducts[type])) ?? null;
