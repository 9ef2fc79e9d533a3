import { barredBy } from '@tuneport/domain/catalog/tools/tool-problem';
import type { Db } from '../../../platform/db/db.ts';
import type { Region } from '../../../platform/http/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { type FullRecord, readFullEngine, readFullTransmission } from '../read-full-record.ts';
import { kindOf } from '../tune-kind.ts';
import { allTools, type FullEngineRow, type FullTransmissionRow, type ToolRow } from '../tune-queries.ts';

export type Sides = { engine: FullRecord<FullEngineRow> | null; transmission: FullRecord<FullTransmissionRow> | null };

export const toolRows = ({ engine, transmission }: Sides): ToolRow[] => [
  ...new Map([...(engine?.tools ?? []), ...(transmission?.tools ?? [])].map((tool) => [tool.id, tool])).values(),
];

export const restrictionsOf = ({ engine, transmission }: Sides) => ({
  engine: engine?.record.tool_restrictions.map(({ id }) => id) ?? [],
  transmission: transmission?.record.tool_restrictions.map(({ id }) => id) ?? [],
});

/**
 * For each tool, or only the requested one: the tunes of the vehicle it can write, and why it cannot write the others.
 */
export async function checkCompat(
  db: Db,
  region: Region,
  input: { engine: number; transmission?: number | undefined; tool?: number | undefined },
) {
  const [engine, transmission, tools] = await Promise.all([
    readFullEngine(db, input.engine, region),
    input.transmission === undefined ? null : readFullTransmission(db, input.transmission, region),
    allTools(db),
  ]);
  const wanted = input.tool === undefined ? tools : tools.filter(({ id }) => id === input.tool);
  if (wanted.length === 0 && input.tool !== undefined) throw new Refusal('not_found');
  const restrictions = restrictionsOf({ engine, transmission });
  const tunes = [
    ...engine.tunes.map((tune) => ({ tune, kind: kindOf('engine', tune) })),
    ...(transmission?.tunes ?? []).map((tune) => ({ tune, kind: kindOf('transmission', tune) })),
  ].filter(({ tune }) => !tune.is_stock);
  return wanted.map(({ id, slug, name }) => {
    const each = tunes.map(({ tune, kind }) => {
      const barred = barredBy({ restrictions }, kind, id);
      const reason = !tune.tool_ids.includes(id)
        ? `${name} cannot write ${tune.name}.`
        : barred.length > 0
          ? `The ${barred.join(' and the ')} of this vehicle does not support ${name}.`
          : null;
      return { id: tune.id, name: tune.name, fits: reason === null, reason };
    });
    const fits = each.some((tune) => tune.fits);
    const reason = fits
      ? null
      : tunes.length === 0
        ? 'There are no tunes for this vehicle yet.'
        : (each[0]?.reason ?? null);
    return { tool: { id, slug, name }, fits, reason, tunes: each };
  });
}
