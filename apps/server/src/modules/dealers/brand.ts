import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { shortName } from '../../platform/mail/typed-text.ts';
import type { DealerRow } from './queries.ts';

export type BrandRow = Pick<DealerRow, 'name' | 'brand_colour' | 'brand_text_colour' | 'brand_logo_file_id'>;

/** What the customers of a dealer see of it. */
export const presentBrand = (row: BrandRow) => ({
  name: row.name,
  logo: row.brand_logo_file_id === null ? null : `/api/v1/dealer-logos/${row.brand_logo_file_id}`,
  colour: row.brand_colour || null,
  text_colour: row.brand_text_colour || null,
});
type Brand = ReturnType<typeof presentBrand>;

/** Without a logo and a colour there is nothing to show. */
export const brandOrNone = (row: BrandRow | null | undefined): Brand | null =>
  row && (row.brand_logo_file_id !== null || row.brand_colour !== '') ? presentBrand(row) : null;

/** The columns of an active dealer for `brandOrNone`, as one value of a larger query. */
export const brandColumns = (dealerId: RawBuilder<unknown>): RawBuilder<BrandRow | null> =>
  sql<BrandRow | null>`(select jsonb_build_object('name', d.name, 'brand_colour', d.brand_colour,
    'brand_text_colour', d.brand_text_colour, 'brand_logo_file_id', d.brand_logo_file_id)
    from dealers d where d.id = ${dealerId} and d.state = 'active')`;

export async function brandOf(db: Db, dealerId: number | null): Promise<Brand | null> {
  if (dealerId === null) return null;
  const { rows } = await sql<{
    brand: BrandRow | null;
  }>`select ${brandColumns(sql`${dealerId}::integer`)} as brand`.execute(db);
  return brandOrNone(rows[0]?.brand);
}

/** The part of a mail's content that puts a dealer's marks in place of ours; null are our own. */
export async function mailBranding(db: Db, origin: string, dealerId: number | null) {
  const brand = await brandOf(db, dealerId);
  const branding = brand && {
    name: shortName(brand.name),
    logoUrl: brand.logo && `${origin}${brand.logo}`,
    accent: brand.colour,
  };
  return { branding };
}
