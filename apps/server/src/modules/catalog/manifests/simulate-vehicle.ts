import { manifestWriter, operationsFor, type ToolManifest } from '@tuneport/domain/catalog/tools/tool-manifest';
import { barredBy } from '@tuneport/domain/catalog/tools/tool-problem';
import type { Db } from '../../../platform/db/db.ts';
import type { Region } from '../../../platform/http/context.ts';
import { fieldRefusal } from '../../../platform/refusal.ts';
import { restrictionsOf } from '../estimate/check-compat.ts';
import { readFullEngine, readFullTransmission } from '../read-full-record.ts';
import { kindOf } from '../tune-kind.ts';
import { readNamed } from '../tune-queries.ts';

type Input = { readonly manifest: ToolManifest; readonly engine: number; readonly transmission: number | null };

/** What the catalogue would offer for a vehicle if this manifest were in effect. Reads only. */
export async function simulateVehicle(db: Db, region: Region, { manifest, ...car }: Input) {
  const named = await readNamed(db);
  const tool = named.tools.find(({ slug }) => slug === manifest.tool);
  if (!tool) throw fieldRefusal({ 'manifest.tool': ['There is no tool with this slug in the catalogue.'] });
  // The links that staff made, as they are without any manifest of this tool.
  const linked = Promise.resolve({
    ...named,
    writers: new Map([...named.writers].filter(([id]) => id !== tool.id)),
  });
  const [engine, transmission] = await Promise.all([
    readFullEngine(db, car.engine, region, linked),
    car.transmission === null ? null : readFullTransmission(db, car.transmission, region, linked),
  ]);
  const tunes = [
    ...engine.tunes.map((tune) => ({ tune, kind: kindOf('engine', tune), part: engine.record })),
    ...(transmission?.tunes ?? []).map((tune) => ({
      tune,
      kind: kindOf('transmission', tune),
      part: transmission?.record ?? engine.record,
    })),
  ].filter(({ tune }) => !tune.is_stock);
  const parts = [
    { unit: 'ecu' as const, part: engine.record },
    ...(transmission
      ? [
          { unit: 'tcu' as const, part: transmission.record },
          { unit: 'awd' as const, part: transmission.record },
        ]
      : []),
  ];
  const restrictions = restrictionsOf({ engine, transmission });
  const writes = manifestWriter(manifest);
  return {
    tool: { id: tool.id, name: tool.name },
    units: parts.map(({ unit, part: { id, name, code, slug } }) => ({
      unit,
      part: { id, name, code, slug },
      operations: operationsFor(manifest, unit, { code, slug }).map(({ ways, ...one }) => ({
        ...one,
        offered: ways.length > 0,
        ways: ways.map(({ protocols, ...way }) => ({ ...way, protocols: [...protocols] })),
      })),
    })),
    tunes: tunes.map(({ tune, kind, part }) => {
      const barred = barredBy({ restrictions }, kind, tool.id);
      const reasons = [
        ...(writes(kind, part) ? [] : [`The manifest has no operation write for this ${kind}.`]),
        ...(tune.tool_ids.includes(tool.id) ? [] : [`Staff have not linked ${tool.name} with this tune.`]),
        ...barred.map((unit) => `The ${unit} is restricted to other tools.`),
      ];
      return { id: tune.id, name: tune.name, unit: kind, offered: reasons.length === 0, reasons };
    }),
  };
}
