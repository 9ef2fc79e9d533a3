import type { aspirations, fuels, hybrids, transmissionKinds } from '@tuneport/contract/catalog';
import type { EngineRow, MakeRow, TransmissionRow } from './vehicle-queries.ts';

export const presentMake = ({ id, slug, name, logo_file_id }: MakeRow) => ({
  id,
  slug,
  name,
  logo_url: logo_file_id === null ? null : `/api/v1/catalog/makes/${slug}/logo`,
});

export const presentEngine = (row: EngineRow) => ({
  ...row,
  displacement_l: row.displacement_l === null ? null : Number(row.displacement_l),
  fuel: row.fuel as (typeof fuels)[number],
  aspiration: row.aspiration as (typeof aspirations)[number],
  hybrid: row.hybrid as (typeof hybrids)[number],
});

export const presentTransmission = (row: TransmissionRow) => ({
  ...row,
  kind: row.kind as (typeof transmissionKinds)[number],
});
