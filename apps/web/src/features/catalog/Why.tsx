import { ButtonLink, TextLink } from '../../ui/Button.tsx';
import { ToolDrawing } from '../../ui/brand/ToolDrawing.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import type { Estimate } from './catalog-types.ts';
import { nameOfTune, type Selection } from './selection.ts';
import { drawingOf } from './ToolList.tsx';
import css from './why.module.css';

type Props = { of: 'price' | 'tools'; estimate: Estimate; selection: Selection; asking: string; onClose: () => void };

/** Where a price or a set of tools comes from, step by step; in its own file, since few ask. */
export default function Why({ of, estimate, selection, asking, onClose }: Props) {
  const foot = (
    <ButtonLink to={asking} discover="none">
      Ask about it
    </ButtonLink>
  );
  return of === 'price' ? (
    <Dialog open title="Why this price" onClose={onClose} foot={foot}>
      <Price estimate={estimate} />
    </Dialog>
  ) : (
    <Dialog open title={estimate.tool_problem ? 'Why no tool fits' : 'Why these tools'} onClose={onClose} foot={foot}>
      <Tools estimate={estimate} selection={selection} />
    </Dialog>
  );
}

const isSome = (money: { amount: string }): boolean => /[1-9]/.test(money.amount);

/** A discount is told as how much it is; in a sum it stands with its sign. */
const takenOff = (money: Estimate['total']) =>
  money.amount.startsWith('-') ? money : { ...money, amount: `-${money.amount}` };

function Price({ estimate }: { estimate: Estimate }) {
  return (
    <>
      {estimate.lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place in the estimate
        <section key={at} className={css.line}>
          <div className={css.lineHead}>
            <h3 className={css.lineName}>{line.label}</h3>
            <MoneyText money={line.amount} hideCurrency />
          </div>
          <ol className={css.derivation}>
            {line.derivation.map((step, nth) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: steps follow each other
              <li key={nth}>
                <span>{step.label}</span>
                <MoneyText money={step.amount ?? step.after} hideCurrency signed={nth > 0 && step.amount !== null} />
              </li>
            ))}
          </ol>
          {line.required ? <p className={css.note}>Added because another tune you chose needs it.</p> : null}
        </section>
      ))}
      <dl className={css.sums}>
        {isSome(estimate.discount) || isSome(estimate.tax) ? <Sum label="Subtotal" money={estimate.subtotal} /> : null}
        {estimate.discounts.map((discount) => (
          <Sum key={discount.label} label={discount.label} money={takenOff(discount.amount)} />
        ))}
        {isSome(estimate.tax) ? <Sum label="Tax" money={estimate.tax} /> : null}
        <div data-total>
          <dt>Total</dt>
          <dd>
            <MoneyText money={estimate.total} />
          </dd>
        </div>
      </dl>
    </>
  );
}

const Sum = ({ label, money }: { label: string; money: Estimate['total'] }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      <MoneyText money={money} hideCurrency />
    </dd>
  </div>
);

function Tools({ estimate, selection }: { estimate: Estimate; selection: Selection }) {
  const { tool_problem: problem, tool_sets: sets } = estimate;
  const [best, ...others] = sets;
  return (
    <>
      {problem ? (
        <div className={css.problem}>
          <p className={css.problemText}>{problem.text}</p>
          <p>{problem.explanation}</p>
          {problem.suggestion ? <p className={css.suggestion}>{problem.suggestion}</p> : null}
        </div>
      ) : null}
      {best ? (
        <>
          {best.tools.map((tool) => {
            const writes = best.uses
              .filter((use) => use.tool_ids.includes(tool.id))
              .flatMap((use) => nameOfTune(selection, use.tune_id) ?? []);
            return (
              <div key={tool.id} className={css.tool}>
                <ToolDrawing tool={drawingOf(tool)} width={72} />
                <div>
                  <h3 className={css.lineName}>{tool.name}</h3>
                  <p className={css.note}>{writes.length > 0 ? `Writes ${writes.join(', ')}.` : tool.description}</p>
                </div>
              </div>
            );
          })}
          <ul className={css.reasons}>
            {best.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
            {best.rental_fee ? (
              <li>
                <Rent fee={best.rental_fee} />
              </li>
            ) : null}
          </ul>
        </>
      ) : null}
      {others.length > 0 ? (
        <section className={css.others}>
          <h3 className={css.lineName}>Other tools that work</h3>
          <ul>
            {others.map((set) => (
              <li key={set.tools.map((tool) => tool.id).join()}>
                <strong>{set.tools.map((tool) => tool.name).join(' + ')}</strong>{' '}
                <span className={css.note}>{set.reasons.join(' ')}</span>{' '}
                {set.rental_fee ? <Rent fee={set.rental_fee} /> : null}
              </li>
            ))}
          </ul>
          {estimate.tool_set_count > sets.length ? (
            <p className={css.note}>
              These are the first {sets.length} of {estimate.tool_set_count} sets.
            </p>
          ) : null}
        </section>
      ) : null}
    </>
  );
}

/** Where it is rented is a page of the store. */
const Rent = ({ fee }: { fee: Estimate['total'] }) => (
  <TextLink to="/rentaltools" discover="none">
    Rent it for <MoneyText money={fee} />
  </TextLink>
);
