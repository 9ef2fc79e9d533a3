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
 * Moves the tools out of the tunes, which repeat them, into one list of tools with the ids of their tunes. Tool
 * restrictions of the engine on all-wheel-drive tunes can only be applied here, where both records are available.
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
