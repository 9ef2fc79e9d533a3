import { t } from '@tuneport/domain/text/text';
import type { Found, Identified } from '@tuneport/domain/tuning/flash-files/found';
import { useLocation, useNavigate } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { beforeLoginCookie } from '../../../platform/guards/before-login.ts';
import { Button, ButtonLink } from '../../../ui/controls/Button.tsx';
import { SendProgress } from '../../../ui/controls/DropZone.tsx';
import { sizeText } from '../../../ui/controls/upload-queue.ts';
import { Icon, type IconName } from '../../../ui/text/Icon.tsx';
import { KeyValue } from '../../../ui/text/KeyValue.tsx';
import { GuestStart } from '../guest/GuestStart.tsx';
import { CarSuggestions } from './CarSuggestions.tsx';
import { canTryAgain, heldBy, isTune, type QueueFacts, type QueueItem, stateText } from './queue-state.ts';
import css from './upload.module.css';
import type { UploadQueue } from './upload-queue.ts';

type Props = { queue: UploadQueue; items: readonly QueueItem[]; facts: QueueFacts };

export function UploadLines({ queue, items, facts }: Props) {
  if (items.length === 0) return null;
  return (
    <ul className={css.lines} aria-label={t('Files')} aria-live="polite">
      {items.map((item) => (
        <Line key={item.id} queue={queue} item={item} facts={facts} />
      ))}
    </ul>
  );
}

const iconOf = ({ state }: QueueItem): IconName => (state === 'done' ? 'check' : state === 'failed' ? 'alert' : 'file');

function Line({ queue, item, facts }: { queue: UploadQueue; item: QueueItem; facts: QueueFacts }) {
  const { id, name, state, sentBytes, sizeBytes } = item;
  const moving = state === 'sending' || state === 'paused';
  const format = item.inspected && isTune(item) ? item.inspected.sniffed.format : null;
  return (
    <li className={css.line} data-state={state}>
      <Icon name={iconOf(item)} />
      <div className={css.what}>
        <span className={css.name}>{name}</span>
        <span className={css.hint}>{[sizeText(sizeBytes), format].filter(Boolean).join(' · ')}</span>
      </div>
      <div className={css.acts}>
        {state === 'sending' && isTune(item) ? (
          <Button size="small" onClick={() => queue.pause(id)} aria-label={t('Pause {name}', { name })}>
            {t('Pause')}
          </Button>
        ) : null}
        {state === 'paused' ? (
          <Button size="small" onClick={() => queue.goOn(id)} aria-label={t('Resume {name}', { name })}>
            {t('Resume')}
          </Button>
        ) : null}
        {canTryAgain(item) ? (
          <Button size="small" onClick={() => queue.tryAgain(id)} aria-label={t('Try again with {name}', { name })}>
            {t('Try again')}
          </Button>
        ) : null}
        {item.to ? (
          <ButtonLink size="small" variant="primary" to={item.to}>
            {t('Open')}
          </ButtonLink>
        ) : null}
        <Button
          variant="ghost"
          size="small"
          icon
          aria-label={t('Remove {name}', { name })}
          onClick={() => queue.remove(id)}
        >
          <Icon name="close" />
        </Button>
      </div>
      {moving ? (
        <SendProgress
          part={sizeBytes === 0 ? 0 : sentBytes / sizeBytes}
          label={t('Upload progress of {name}', { name })}
        />
      ) : null}
      <div className={css.state}>
        <span className={state === 'failed' ? css.problemTitle : css.hint}>{stateText(item, facts)}</span>
        {moving ? (
          <span className={css.hint}>
            {t('{sent} of {size}', { sent: sizeText(sentBytes), size: sizeText(sizeBytes) })}
          </span>
        ) : null}
      </div>
      {item.problem ? (
        <p className={css.problem} role="alert">
          {item.problem}
        </p>
      ) : null}
      {/* A VIN leaves the browser only after the terms were accepted. */}
      {state === 'waiting' && facts.agreed && item.inspected?.identified ? (
        <CarSuggestions
          identified={item.inspected.identified}
          name={id}
          chosen={item.vehicle ?? null}
          onChoose={(car) => queue.chooseCar(id, car.path)}
        />
      ) : null}
      {state === 'waiting' && heldBy(item, facts) === 'login' ? (
        <LoginToSend isGuestOffered={item.loggedOut !== true} />
      ) : null}
      {item.inspected?.identified ? <Facts of={item.inspected.identified} /> : null}
    </li>
  );
}

/** The file stays in the browser during login and is sent afterwards. */
function LoginToSend({ isGuestOffered }: { isGuestOffered: boolean }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const login = async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers
    document.cookie = beforeLoginCookie(pathname, new Date(), window.location.protocol === 'https:');
    const { url } = await call('GET /auth/redirect', { query: { return: pathname } });
    if (url.startsWith('/')) await navigate(url);
    else window.location.assign(url);
  };
  return (
    <div className={css.sender}>
      {isGuestOffered ? <GuestStart /> : null}
      <div className={css.login}>
        <span className={css.hint}>
          {isGuestOffered
            ? t('Have an account? Your file stays here while you log in.')
            : t('Your file stays here while you log in.')}
        </span>
        <Button size="small" variant={isGuestOffered ? 'quiet' : 'primary'} onClick={() => void login()}>
          {t('Log in to send it')}
        </Button>
      </div>
    </div>
  );
}

const values = (list: readonly Found[]) => list.map(({ value }) => value).join(', ');

/** Facts read from the file, so that its owner can check that it is the right one. */
function Facts({ of }: { of: Identified }) {
  const rows = (
    [
      [t('Control unit'), [of.maker, of.family?.value].filter(Boolean).join(' ')],
      [t('Part number'), values(of.partNumbers)],
      [t('Hardware'), values(of.hardwareNumbers)],
      [t('Software'), values(of.softwareIds)],
      [t('Engine'), of.engine?.value ?? ''],
      [t('VIN'), values(of.vins)],
    ] as const
  ).filter(([, value]) => value !== '');
  if (rows.length === 0) return null;
  return (
    <div className={css.facts}>
      <KeyValue rows={rows} />
    </div>
  );
}
