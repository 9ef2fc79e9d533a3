import { pageTitle } from '../../shell/title.ts';
import { Container } from '../../ui/layout/Layout.tsx';
import css from './lists/lists.module.css';

export const meta = () => [
  { title: pageTitle('Data sources') },
  { name: 'description', content: 'Where our vehicle data and power figures come from, and what is estimated.' },
];

const sources = [
  {
    what: 'Makes, models, years, engines and transmissions',
    from: 'US Environmental Protection Agency, fuel economy data (public domain)',
  },
  { what: 'Names of makes and models, trims and bodies', from: 'Our own compilation from that data' },
  {
    what: 'Factory power',
    from: 'US Environmental Protection Agency, test car lists 2008–2024 (public domain), and our own compilation of published factory figures',
  },
  { what: 'Factory torque', from: 'Our own compilation of published factory figures' },
  {
    what: 'Gains marked “Estimated”',
    from: 'Our estimate based on the engine’s induction and fuel. Wheel figures assume a drivetrain loss of 15 %',
  },
  {
    what: 'Make, country and model year of a VIN',
    from: 'Our own compilation of manufacturer codes from public lists, and the rules of ISO 3779 and the US model-year codes',
  },
  { what: 'Curves marked “Measured on a dyno”', from: 'The dyno file attached to the tune' },
] as const;

export default function DataSources() {
  return (
    <Container className={css.page}>
      <h1 className={css.title}>Data sources</h1>
      <p className={css.lead}>Where our vehicle data and power figures come from.</p>
      <dl className={css.sources}>
        {sources.map(({ what, from }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{from}.</dd>
          </div>
        ))}
      </dl>
      <p className={css.lead}>
        We show no factory figures for hybrids or for engines whose figures we cannot match to the exact model. For
        these, gains are shown in per cent.
      </p>
    </Container>
  );
}
