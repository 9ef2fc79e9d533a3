import { t } from '@tuneport/domain/text/text';
import { pageTitle } from '../../shell/title.ts';
import { Container } from '../../ui/layout/Layout.tsx';
import css from './data-sources.module.css';
import listsCss from './lists/lists.module.css';

export const meta = () => [
  { title: pageTitle(t('Data sources')) },
  { name: 'description', content: t('Where our vehicle data and power figures come from, and what is estimated.') },
];

const sources = () =>
  [
    {
      what: t('Makes, models, years, engines and transmissions'),
      from: t('US Environmental Protection Agency, fuel economy data (public domain)'),
    },
    { what: t('Names of makes and models, trims and bodies'), from: t('Our own compilation from that data') },
    {
      what: t('Factory power'),
      from: t(
        'US Environmental Protection Agency, test car lists 2008–2024 (public domain), and our own compilation of published factory figures',
      ),
    },
    { what: t('Factory torque'), from: t('Our own compilation of published factory figures') },
    {
      what: t('Gains marked “Estimated”'),
      from: t('Our estimate based on the engine’s induction and fuel. Wheel figures assume a drivetrain loss of 15%'),
    },
    {
      what: t('Make, country and model year of a VIN'),
      from: t(
        'Our own compilation of manufacturer codes from public lists, and the rules of ISO 3779 and the US model-year codes',
      ),
    },
    { what: t('Curves marked “Measured on a dyno”'), from: t('The dyno file attached to the tune') },
  ] as const;

export default function DataSources() {
  return (
    <Container className={listsCss.page}>
      <h1 className={listsCss.title}>{t('Data sources')}</h1>
      <p className={listsCss.lead}>{t('Where our vehicle data and power figures come from.')}</p>
      <dl className={css.sources}>
        {sources().map(({ what, from }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{from}.</dd>
          </div>
        ))}
      </dl>
      <p className={listsCss.lead}>
        {t(
          'We show no factory figures for hybrids or for engines whose figures we cannot match to the exact model. For these, gains are shown in per cent.',
        )}
      </p>
    </Container>
  );
}
