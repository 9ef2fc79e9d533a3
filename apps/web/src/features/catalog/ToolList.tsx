import { memo } from 'react';
import { TextLink } from '../../ui/Button.tsx';
import { ToolDrawing, type ToolKind } from '../../ui/brand/ToolDrawing.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import type { Tool } from './catalog-types.ts';
import css from './engine.module.css';
import type { TuneGroup } from './selection.ts';

export const drawingOf = (tool: Pick<Tool, 'is_benchflash' | 'is_fzl'>): ToolKind =>
  tool.is_benchflash ? 'bench' : tool.is_fzl ? 'cable' : 'flash';

/** Every tool that writes something of this page, with what it writes. */
export const ToolList = memo(function ToolList({ groups }: { groups: readonly TuneGroup[] }) {
  const found = new Map<number, { tool: Tool; writes: string[] }>();
  for (const group of groups)
    for (const tune of [...group.tunes, ...group.addOns])
      for (const tool of tune.wire.tools) {
        const known = found.get(tool.id);
        if (known) known.writes.push(tune.wire.name);
        else found.set(tool.id, { tool, writes: [tune.wire.name] });
      }
  const total = groups.reduce((sum, group) => sum + group.tunes.length + group.addOns.length, 0);
  if (found.size === 0) return null;
  return (
    <section className={css.toolSection}>
      <h2 className={css.sectionTitle}>Tools that write these tunes</h2>
      <ul className={css.tools}>
        {[...found.values()].map(({ tool, writes }) => (
          <li key={tool.id} className={css.tool}>
            <ToolDrawing tool={drawingOf(tool)} width={72} />
            <div>
              <h3 className={css.toolName}>{tool.name}</h3>
              {tool.description ? <p className={css.quiet}>{tool.description}</p> : null}
              <p className={css.quiet}>
                {writes.length === total
                  ? 'Writes every tune on this page.'
                  : `Writes ${[...new Set(writes)].join(', ')}.`}
                {tool.is_inhouse ? ' Done in our workshop.' : ''}
              </p>
              <p className={css.toolFees}>
                {/[1-9]/.test(tool.install_fee.amount) ? (
                  <span>
                    Installation <MoneyText money={tool.install_fee} />
                  </span>
                ) : null}
                {tool.is_rentable && tool.rental_fee ? (
                  <TextLink to="/rentaltools" discover="none">
                    Rent it for <MoneyText money={tool.rental_fee} />
                  </TextLink>
                ) : null}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
});
