import { t } from '@tuneport/domain/text/text';
import { Link } from 'react-router';
import { useUi } from '../../../platform/ui-state.ts';
import { TextLink } from '../../../ui/controls/Button.tsx';
import { PriceText } from '../../../ui/text/PriceText.tsx';
import { rich } from '../../../ui/text/rich.ts';
import { useUnits } from '../../../ui/text/units-store.ts';
import type { EngineInfo } from '../catalog-types.ts';
import { GainBars, scaleOf } from '../lists/GainBars.tsx';
import listsCss from '../lists/lists.module.css';
import css from './guide.module.css';

type Kind = 'turbo' | 'diesel' | 'natural' | 'supercharged' | 'any';

const kindOf = (engine: EngineInfo | null): Kind => {
  if (!engine) return 'any';
  if (engine.fuel === 'diesel') return 'diesel';
  if (engine.aspiration === 'turbo' || engine.aspiration === 'twincharged') return 'turbo';
  return engine.aspiration === 'supercharged' ? 'supercharged' : 'natural';
};

const expectations = (): Record<Kind, string> => ({
  turbo: t(
    'The control unit sets boost, fuel and ignition, so a new calibration changes all three. Most of the gain is in the middle of the rev range.',
  ),
  diesel: t(
    'More fuel and boost at low revs raise torque first. Check what clutch and gearbox can carry before you choose a higher stage.',
  ),
  natural: t(
    'Without a turbo the gain is small: a quicker pedal, ignition set for your fuel, and a few per cent more power.',
  ),
  supercharged: t(
    'The pulley sets the boost, the control unit fuel and ignition. A smaller pulley needs a calibration that matches it.',
  ),
  any: t(
    'Engines with a turbo gain most, because the control unit sets their boost. Engines without one gain a few per cent and respond better.',
  ),
});

const checks = (kind: Kind): string[] => [
  t('Read the fault codes and repair what they name. A tune does not cure a fault.'),
  t('Note the software number of the control unit. It decides which tool can write it.'),
  ...(kind === 'turbo' || kind === 'supercharged' || kind === 'any'
    ? [
        t('Test the intake for leaks: a leak costs boost and makes the turbo work harder.'),
        t('Fit fresh spark plugs, and use the fuel the tune is made for: 91 octane (RON 95) or better.'),
      ]
    : []),
  ...(kind === 'natural'
    ? [t('Fit fresh spark plugs and an air filter; they cost more power than people expect.')]
    : []),
  ...(kind === 'diesel'
    ? [t('Check the load of the particulate filter and the correction values of the injectors.')]
    : []),
];

const steps = (): string[] => [
  t('Connect a battery charger. A voltage drop while writing is the most common cause of a failed flash.'),
  t('Read the original file with your tool and keep it. We store it unchanged, too.'),
  t('Write the tune and wait until the tool says it is finished, even if the dashboard shows warnings.'),
  t('Switch the ignition off for a minute, clear the fault codes and start the engine.'),
];

/** What every owner should know, by kind of engine, and the tunes of the engine with their gains. */
export function GuideContent({ engine, catalogPath }: { engine: EngineInfo | null; catalogPath: string }) {
  const kind = kindOf(engine);
  return (
    <div className={css.guideParts}>
      {engine ? <GuideTunes engine={engine} catalogPath={catalogPath} /> : null}
      <section>
        <h2>{t('What to expect')}</h2>
        <p>{expectations()[kind]}</p>
      </section>
      <section>
        <h2>{t('Check before you tune')}</h2>
        <ul>
          {checks(kind).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </section>
      <section>
        <h2>{t('How flashing works')}</h2>
        <ol>
          {steps().map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ol>
      </section>
      <section>
        <h2>{t('After flashing')}</h2>
        <p>
          {rich(
            'Log a full-throttle pull in third or fourth gear with engine speed, boost, ignition correction and mixture, and open it in the <link>log studio</link>. Knock, lean running and boost that overshoots show up there first.',
            { link: (text) => <TextLink to="/graph">{text}</TextLink> },
          )}
        </p>
      </section>
    </div>
  );
}

function GuideTunes({ engine, catalogPath }: { engine: EngineInfo; catalogPath: string }) {
  const [units] = useUnits(useUi()?.settings.region);
  const stock = engine.tunes.find((tune) => tune.is_stock) ?? null;
  const tunes = engine.tunes.filter((tune) => !tune.is_stock && !tune.optional).map((tune) => ({ ...tune, stock }));
  if (tunes.length === 0) return null;
  const scale = scaleOf(tunes, units);
  return (
    <section>
      <h2>{t('Tunes for this engine')}</h2>
      <ul className={listsCss.stages}>
        {tunes.map((tune) => (
          <li key={tune.id}>
            <Link
              to={`${catalogPath}?tune=${encodeURIComponent(tune.slug)}`}
              className={listsCss.stage}
              discover="none"
            >
              <span className={listsCss.stageHead}>
                <span className={listsCss.tag}>{tune.name}</span>
                <span className={listsCss.tunePrice}>{tune.price ? <PriceText money={tune.price} /> : null}</span>
              </span>
              <GainBars tune={tune} units={units} scale={scale} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
