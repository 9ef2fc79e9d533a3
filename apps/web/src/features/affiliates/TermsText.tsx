import { affiliateTerms, type TermsVersion } from '@tuneport/domain/affiliates/terms';
import { t } from '@tuneport/domain/text/text';
import { DateText } from '../../ui/text/DateText.tsx';
import { rich } from '../../ui/text/rich.ts';
import css from '../partners/apply.module.css';

/** One version of the affiliate terms; the latest by default. */
export const TermsText = ({ terms = affiliateTerms[0] }: { terms?: TermsVersion }) => (
  <div className={css.terms}>
    <p className={css.quiet}>
      {rich('Version {version}, in effect since {date}', {
        version: terms.version,
        date: <DateText at={`${terms.since}T12:00:00.000Z`} show="date" />,
      })}
    </p>
    {terms.sections.map(({ title, text }) => (
      <section key={title}>
        <h2>{t(title)}</h2>
        <p>{t(text)}</p>
      </section>
    ))}
  </div>
);
