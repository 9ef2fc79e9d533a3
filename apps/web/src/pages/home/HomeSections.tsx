import type { CallReply } from '@tuneport/contract/index';
import { convertPower } from '@tuneport/domain/catalog/dyno';
import { percentText } from '@tuneport/domain/text/percent-text';
import { plural, t } from '@tuneport/domain/text/text';
import type { ReactNode } from 'react';
import { Form, Link } from 'react-router';
import { bodyOf } from '../../features/catalog/body-of.ts';
import { useUi } from '../../platform/ui-state.ts';
import { CarOutline } from '../../ui/brand/CarOutline.tsx';
import { EmptyArt } from '../../ui/brand/EmptyArt.tsx';
import { ToolDrawing } from '../../ui/brand/ToolDrawing.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Section } from '../../ui/layout/Layout.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { Icon } from '../../ui/text/Icon.tsx';
import { useUnits } from '../../ui/text/units-store.ts';
// The same file as the page's own, so that the styles are there before this code.
import css from '../Home.module.css';

type HomeData = CallReply<'GET /v1/home'>;

/** The start page below the hero: figures from records, and what the site offers. */
export default function HomeSections({ home }: { home: HomeData }) {
  return (
    <>
      <Proof deliveries={home.deliveries} tuners={home.tuners} />
      <WaysIn />
      <Chosen chosen={home.chosen} />
      <Measured measured={home.measured} />
      <Promises />
      <Dealers dealers={home.dealers} />
      <Posts posts={home.posts} />
    </>
  );
}

/** Hours up to two days, then whole days. */
const timeText = (hours: number): string =>
  hours < 48
    ? plural(Math.max(1, Math.round(hours)), { one: '{count} hour', other: '{count} hours' })
    : plural(Math.round(hours / 24), { one: '{count} day', other: '{count} days' });

function Proof({ deliveries, tuners }: Pick<HomeData, 'deliveries' | 'tuners'>) {
  if (!deliveries) return null;
  return (
    <div className={css.band}>
      <Section tight title={t('What our records say')}>
        <dl className={css.proof}>
          <Figure label={t('Tunes delivered in the last 30 days')}>{deliveries.last_30_days}</Figure>
          <Figure label={t('Median time from payment to delivery')}>{timeText(deliveries.median_hours)}</Figure>
          {deliveries.kept_percent === null ? null : (
            <Figure label={t('Delivered by the promised time')}>{percentText(deliveries.kept_percent)}</Figure>
          )}
        </dl>
        {tuners.length > 0 ? (
          <p className={css.tuners}>{t('Tuned by {names}.', { names: tuners.map(({ name }) => name).join(', ') })}</p>
        ) : null}
      </Section>
    </div>
  );
}

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

function WaysIn() {
  return (
    <Section title={t('Three ways to start')}>
      <div className={css.ways}>
        <Way
          to="/catalog"
          title={t('My car')}
          text={t(
            'Choose make, year, model and engine. See every tune for it with its power curve, price and required tools.',
          )}
          step={t('Open the catalogue')}
          art={<CarOutline body="wagon" measured width={220} />}
        />
        <Way
          to="/tuning"
          title={t('My file')}
          text={t(
            'Drop a tune file or a log. A tune file becomes a request you can track like a parcel; a log opens as a graph.',
          )}
          step={t('Upload a file')}
          art={<EmptyArt kind="file" />}
        />
        <Way
          to="/new-dealer"
          title={t('My shop')}
          text={t(
            'Dealer prices, a balance with statements, tune credits for your team, and your own entry in the dealer directory.',
          )}
          step={t('Become a dealer')}
          art={<ToolDrawing tool="bench" width={150} />}
        />
      </div>
    </Section>
  );
}

function Way({
  to,
  title,
  text,
  step,
  art,
}: {
  to: string;
  title: string;
  text: string;
  step: string;
  art: ReactNode;
}) {
  return (
    <Link to={to} className={css.way}>
      <div className={css.wayArt}>{art}</div>
      <h3>{title}</h3>
      <p>{text}</p>
      <span className={css.wayStep}>
        {step}
        <Icon name="arrowRight" />
      </span>
    </Link>
  );
}

const promises = () =>
  [
    {
      title: t('See it before you buy'),
      text: t('Every tune shows stock versus tuned across the rev range, not just one peak number.'),
    },
    {
      title: t('Understand every price'),
      text: t('See how every price is built and why each tool is suggested.'),
    },
    {
      title: t('Go back whenever you like'),
      text: t('The file you send is stored unchanged, byte for byte, and stays yours to download.'),
    },
    {
      title: t('Always know the status'),
      text: t('A request shows its status, what happens next and when, and what you can do now.'),
    },
  ] as const;

const Promises = () => (
  <div className={css.band}>
    <Section title={t('What you can count on')}>
      <ol className={css.promises}>
        {promises().map((promise) => (
          <li key={promise.title}>
            <h3>{promise.title}</h3>
            <p>{promise.text}</p>
          </li>
        ))}
      </ol>
    </Section>
  </div>
);

// A single card in the row of a section looks like the rest failed to load.
const cardsMin = 2;

function Chosen({ chosen }: Pick<HomeData, 'chosen'>) {
  if (chosen.length < cardsMin) return null;
  return (
    <Section tight title={t('Popular tunes')}>
      <ul className={css.cards}>
        {chosen.map((one) => (
          <li key={one.path}>
            <Link to={one.path} className={css.car} discover="none">
              <CarOutline body={bodyOf(one.body)} width={160} />
              <strong>{one.vehicle}</strong>
              <span>{one.tune}</span>
              <span className={css.quiet}>
                {plural(one.buyers, {
                  one: '{count} customer in the last 90 days',
                  other: '{count} customers in the last 90 days',
                })}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Measured({ measured }: Pick<HomeData, 'measured'>) {
  const [units] = useUnits(useUi()?.settings.region);
  if (measured.length < cardsMin) return null;
  const inUnit = (hp: number) => Math.round(convertPower(hp, 'hp', units.power));
  return (
    <Section tight title={t('Measured before and after')} lead={t('Peak power of uploaded dyno runs, at the crank.')}>
      <ul className={css.cards}>
        {measured.map((one) => (
          <li key={one.path}>
            <Link to={one.path} className={css.car} discover="none">
              <strong>{one.vehicle}</strong>
              <span>{one.tune}</span>
              <span className={css.run}>
                {t('{before} → {after} {unit}', {
                  before: inUnit(one.before_hp),
                  after: inUnit(one.after_hp),
                  unit: units.power,
                })}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Dealers({ dealers }: Pick<HomeData, 'dealers'>) {
  return (
    <Section tight>
      <div className={css.shops}>
        <div>
          <h2>{t('Prefer to have it installed?')}</h2>
          <p>{t('Dealers install tunes, measure them and stand behind the work.')}</p>
        </div>
        <Form action="/dealers" className={css.near}>
          <TextField
            label={t('Find a dealer near you')}
            name="near"
            placeholder={t('Town or postal code')}
            maxLength={100}
          />
          <Button type="submit">{t('Show dealers')}</Button>
        </Form>
      </div>
      {dealers.towns.length > 0 ? (
        <p className={css.towns}>
          {plural(dealers.total, { one: '{count} dealer, for example in', other: '{count} dealers, for example in' })}
          {dealers.towns.map(({ name, near }) => (
            <Link key={near} to={`/dealers?near=${encodeURIComponent(near)}`} discover="none">
              {name}
            </Link>
          ))}
        </p>
      ) : null}
    </Section>
  );
}

function Posts({ posts }: Pick<HomeData, 'posts'>) {
  if (posts.length === 0) return null;
  return (
    <Section tight title={t('From the blog')}>
      <ul className={css.cards}>
        {posts.map((post) => (
          <li key={post.id}>
            <Link to={`/blog/${post.id}/${post.slug}`} className={css.car} discover="none">
              <strong>{post.title}</strong>
              <span>{post.summary}</span>
              <span className={css.quiet}>
                <DateText at={post.published_at} show="date" />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
