import { memo } from 'react';
import { TextLink } from '../../ui/Button.tsx';
import { ToolDrawing, type ToolKind } from '../../ui/brand/ToolDrawing.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import type { Tool, WritingTool } from './catalog-types.ts';
import css from './engine.module.css';
import type { TuneGroup } from './selection.ts';

export const drawingOf = (tool: Pick<Tool, 'is_benchflash' | 'is_fzl'>): ToolKind =>
  tool.is_benchflash ? 'bench' : tool.is_fzl ? 'cable' : 'flash';

type Props = { tools: readonly WritingTool[]; groups: readonly TuneGroup[]; bought: readonly number[] };

/** Every tool that writes something of this page, with what it writes. */
export const ToolList = memo(function ToolList({ tools, groups, bought }: Props) {
  const sold = groups.flatMap((group) => [...group.tunes, ...group.addOns]);
  const found = tools.flatMap((tool) => {
    const writes = sold.filter((tune) => tool.tuneIds.includes(tune.id)).map((tune) => tune.wire.name);
    return writes.length === 0 ? [] : [{ tool, writes }];
  });
  if (found.length === 0) return null;
  return (
    <section className={css.toolSection}>
      <h2 className={css.sectionTitle}>Tools that write these tunes</h2>
      <ul className={css.tools}>
        {found.map(({ tool, writes }) => (
          <li key={tool.id} className={css.tool}>
            <ToolDrawing tool={drawingOf(tool)} width={72} />
            <div>
              <h3 className={css.toolName}>{tool.name}</h3>
              {tool.description ? <p className={css.quiet}>{tool.description}</p> : null}
              <p className={css.quiet}>
                {`${
                  writes.length === sold.length
                    ? 'Writes every tune on this page.'
                    : `Writes ${[...new Set(writes)].join(', ')}.`
                }${tool.is_inhouse ? ' Done in our workshop.' : ''}`}
              </p>
              <ToolFees tool={tool} isEnough={bought.every((id) => tool.tuneIds.includes(id))} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
});

/** A tool is rented only where it writes the whole selection by itself. */
function ToolFees({ tool: { install_fee, is_rentable, rental_fee }, isEnough }: { tool: Tool; isEnough: boolean }) {
  const costs = /[1-9]/.test(install_fee.amount);
  const rent = is_rentable && isEnough ? rental_fee : null;
  if (!costs && !rent) return null;
  return (
    <p className={css.toolFees}>
      {costs ? (
        <span>
          Installation <MoneyText money={install_fee} />
        </span>
      ) : null}
      {rent ? (
        <TextLink to="/rentaltools" discover="none">
          Rent it for <MoneyText money={rent} />
        </TextLink>
      ) : null}
    </p>
  );
}
