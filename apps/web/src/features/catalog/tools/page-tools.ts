import { placeOf, type TuneUnit } from '@tuneport/domain/catalog/selection/tune-places';
import type {
  EngineInfo,
  FullEngine,
  FullTransmission,
  Tool,
  TransmissionInfo,
  WritingTool,
} from '../catalog-types.ts';

type TuneInfo = EngineInfo['tunes'][number];
const ruleTypes = ({ tune_types }: TuneInfo) => ({
  tuneTypes: tune_types.map((type) => ({ isAwd: type.is_awd, isDsg: type.is_dsg })),
});

/**
 * The records without their tools, which each of their tunes names anew, and each tool with the tunes it writes. What the
 * engine forbids to all-wheel-drive tunes is known only here, where both records are.
 */
export function apart(
  engine: EngineInfo,
  transmission: TransmissionInfo | null,
): { engine: FullEngine; transmission: FullTransmission | null; tools: WritingTool[] } {
  const found = new Map<number, Tool & { tuneIds: number[] }>();
  const only = engine.tool_restrictions.map(({ id }) => id);
  const takes = (tune: TuneInfo, unit: TuneUnit, tool: Tool) =>
    only.length === 0 || only.includes(tool.id) || placeOf(unit, ruleTypes(tune)).kind === 'tcu';
  const bare = (tunes: readonly TuneInfo[], unit: TuneUnit) =>
    tunes.map(({ tools, ...tune }) => {
      for (const tool of tools) {
        if (!takes({ tools, ...tune }, unit, tool)) continue;
        const known = found.get(tool.id);
        if (known) known.tuneIds.push(tune.id);
        else found.set(tool.id, { ...tool, tuneIds: [tune.id] });
      }
      return tune;
    });
  return {
    engine: { ...engine, tunes: bare(engine.tunes, 'engine') },
    transmission: transmission && { ...transmission, tunes: bare(transmission.tunes, 'transmission') },
    tools: [...found.values()],
  };
}
