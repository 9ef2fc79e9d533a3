export type PdfColumn = {
  readonly label: string;
  /** Share of the width. */
  readonly width: number;
  readonly align?: 'right';
};
export type PdfPart =
  | { readonly kind: 'text'; readonly text: string; readonly quiet?: boolean }
  /** Blocks of lines side by side, such as addresses. */
  | { readonly kind: 'sides'; readonly sides: readonly { readonly title: string; readonly lines: readonly string[] }[] }
  | {
      readonly kind: 'table';
      readonly title?: string;
      readonly columns: readonly PdfColumn[];
      readonly rows: readonly (readonly string[])[];
    }
  /** One bar for each value, kept together. */
  | {
      readonly kind: 'bars';
      readonly title: string;
      readonly bars: readonly { readonly label: string; readonly value: number }[];
    }
  /** Amounts at the right, kept together. */
  | {
      readonly kind: 'sums';
      readonly rows: readonly { readonly label: string; readonly amount: string; readonly strong?: boolean }[];
    };

export type PdfContent = {
  readonly title: string;
  readonly seller: { readonly name: string; readonly address: string; readonly email: string };
  /** Number, period and date: the right side of the header. */
  readonly meta: readonly string[];
  readonly parts: readonly PdfPart[];
  /** On every page, before the page number. */
  readonly footer: string;
  /** The creation date of the file, so that the same document has the same bytes. */
  readonly at: Date;
};
