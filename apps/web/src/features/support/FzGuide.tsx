import { msg, t } from '@tuneport/domain/text/text';
import { pageTitle } from '../../shell/title.ts';
import { ButtonLink, TextLink } from '../../ui/controls/Button.tsx';
import { Container, Row } from '../../ui/layout/Layout.tsx';
import { rich } from '../../ui/text/rich.ts';
import { type PictureKind, RescuePicture } from './RescuePicture.tsx';
import css from './rescue.module.css';

export const meta = () => [
  { title: pageTitle(t('FlashZilla guide')) },
  {
    name: 'description',
    content: t('Six checks before you flash a control unit, and what to do if flashing stops.'),
  },
];

const steps: readonly { picture: PictureKind; title: string; text: string; measure: string }[] = [
  {
    picture: 'battery',
    title: msg('Charge the battery'),
    text: msg(
      'Connect a charger that holds its voltage. A write takes up to forty minutes with the ignition on, which drains a weak battery.',
    ),
    measure: msg('12.4 V or more with the ignition on'),
  },
  {
    picture: 'ignition',
    title: msg('Ignition on, everything else off'),
    text: msg(
      'Lights, fan, radio and seat heating off, doors shut, engine not running. With keyless entry, keep the key away from the car.',
    ),
    measure: msg('Instruments lit, engine off'),
  },
  {
    picture: 'cable',
    title: msg('Seat the plug'),
    text: msg(
      'Push it all the way in and let the cable hang loose. Then do not touch it until the tool says it is done.',
    ),
    measure: msg('No play when you wiggle it'),
  },
  {
    picture: 'laptop',
    title: msg('Keep the computer awake'),
    text: msg(
      'Plugged in, no sleep, no updates. On a phone: plugged in, screen on, airplane mode with only the connection to the tool.',
    ),
    measure: msg('Plugged in, sleep off'),
  },
  {
    picture: 'tool',
    title: msg('Read the original first'),
    text: msg('Read and save what is in the control unit before you write. It is your way back, whatever happens.'),
    measure: msg('A file of the size the tool states'),
  },
  {
    picture: 'safe',
    title: msg('Stay with the car'),
    text: msg('If anything becomes hot, smokes or smells, switch off and step back. Nothing in a car is worth a burn.'),
    measure: msg('Someone watches until the end'),
  },
];

export default function FzGuide() {
  return (
    <Container className={css.page}>
      <header className={css.head}>
        <h1>{t('Before you flash')}</h1>
        <p className={css.lead}>
          {t('Six checks. Each takes a minute, and together they prevent nearly every interrupted write.')}
        </p>
      </header>
      <ol className={css.guide}>
        {steps.map((step, at) => (
          <li key={step.title} className={css.card}>
            <RescuePicture kind={step.picture} />
            <h2>
              <span className={css.number}>{at + 1}</span> {t(step.title)}
            </h2>
            <p>{t(step.text)}</p>
            <p className={css.measure}>{t(step.measure)}</p>
          </li>
        ))}
      </ol>
      <section className={css.stopped}>
        <h2>{t('If it stops anyway')}</h2>
        <p>
          {t(
            'Leave the ignition as it is, leave the charger on, and do not pull the plug. A control unit that does not respond can nearly always be recovered.',
          )}
        </p>
        <Row>
          <ButtonLink variant="primary" to="/fz/rescue">
            {t('Start a rescue')}
          </ButtonLink>
          <span className={css.quiet}>
            {rich('Not urgent? <link>Open a ticket</link>', {
              link: (text) => <TextLink to="/tuning-ticket">{text}</TextLink>,
            })}
          </span>
        </Row>
      </section>
    </Container>
  );
}
