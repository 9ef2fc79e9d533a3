import { t } from '@tuneport/domain/text/text';
import { ButtonLink } from '../../../ui/controls/Button.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import type { Estimate } from '../catalog-types.ts';
import css from './price-breakdown.module.css';

type Props = { of: 'price' | 'tools'; estimate: Estimate; asking: string; onClose: () => void };

/** Step-by-step derivation of a price, or the reason why no tool works. Loaded on demand. */
export default function PriceBreakdown({ of, estimate, asking, onClose }: Props) {
  const foot = (
    <ButtonLink to={asking} discover="none">
      {t('Ask about it')}
    </ButtonLink>
  );
  return of === 'price' ? (
    <Dialog open title={t('Why this price')} onClose={onClose} foot={foot}>
      <Price estimate={estimate} />
    </Dialog>
  ) : (
    <Dialog open title={t('Why no tool works')} onClose={onClose} foot={foot}>
      {estimate.tool_problem ? <Problem problem={estimate.tool_problem} /> : null}
    </Dialog>
  );
}

const isSome = (money: { amount: string }): boolean => /[1-9]/.test(money.amount);

/** The server sends a discount as a positive amount; in the sum it is negative. */
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
          {line.required ? <p className={css.note}>{t('Added because another tune you chose needs it.')}</p> : null}
        </section>
      ))}
      <dl className={css.sums}>
        {isSome(estimate.discount) || isSome(estimate.tax) ? (
          <Sum label={t('Subtotal')} money={estimate.subtotal} />
        ) : null}
        {estimate.discounts.map((discount) => (
          <Sum key={discount.label} label={discount.label} money={takenOff(discount.amount)} />
        ))}
        {isSome(estimate.tax) ? <Sum label={t('Tax')} money={estimate.tax} /> : null}
        <div data-total>
          <dt>{t('Total')}</dt>
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

function Problem({ problem }: { problem: NonNullable<Estimate['tool_problem']> }) {
  return (
    <div className={css.problem}>
      <p className={css.problemText}>{problem.text}</p>
      <p>{problem.explanation}</p>
      {problem.suggestion ? <p className={css.suggestion}>{problem.suggestion}</p> : null}
    </div>
  );
}
