import type { FullEngine, FullTransmission, ToldEngine, ToldTransmission, Tool, WritingTool } from './catalog-types.ts';

/** The records without their tools, which each of their tunes names anew, and each tool with the tunes it writes. */
export function apart(
  engine: ToldEngine,
  transmission: ToldTransmission | null,
): { engine: FullEngine; transmission: FullTransmission | null; tools: WritingTool[] } {
  const found = new Map<number, Tool & { tuneIds: number[] }>();
  const bare = <Tune extends { id: number; tools: readonly Tool[] }>(tunes: readonly Tune[]) =>
    tunes.map(({ tools, ...tune }) => {
      for (const tool of tools) {
        const known = found.get(tool.id);
        if (known) known.tuneIds.push(tune.id);
        else found.set(tool.id, { ...tool, tuneIds: [tune.id] });
      }
      return tune;
    });
  return {
    engine: { ...engine, tunes: bare(engine.tunes) },
    transmission: transmission && { ...transmission, tunes: bare(transmission.tunes) },
    tools: [...found.values()],
  };
}
