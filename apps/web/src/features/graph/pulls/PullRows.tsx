import { t } from '@tuneport/domain/text/text';
import type { Pull } from '@tuneport/domain/tuning/logs/pulls';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import css from '../graph.module.css';
import type { OpenLog } from '../open-log.ts';
import { figure, seconds } from '../view.ts';

export type NumberedPull = {
  readonly of: OpenLog;
  readonly pull: Pull;
  readonly name: string;
  /** 0 for the first log. */
  readonly logNth: number;
};

type Props = {
  /** Best first, with the colour of their curves. */
  pulls: readonly { readonly of: NumberedPull; readonly colour: number | 'stock'; readonly result?: ReactNode }[];
  shown: readonly string[];
  onShown: (names: readonly string[]) => void;
  onShow: (pull: Pull) => void;
};

/** The pulls of all logs; ticked ones are drawn. */
export function PullRows({ pulls, shown, onShown, onShow }: Props) {
  return (
    <ul className={css.pulls} aria-label={t('Pulls')}>
      {pulls.map(({ of: { name, pull, logNth }, colour, result }) => (
        <li key={name} data-curve={colour === 'stock' ? 'stock' : (colour % 8) + 1}>
          <label className={css.pick}>
            <input
              type="checkbox"
              checked={shown.includes(name)}
              onChange={() => onShown(shown.includes(name) ? shown.filter((one) => one !== name) : [...shown, name])}
            />
            <span className={css.swatch} aria-hidden="true" />
            <span className={css.channelName}>{name}</span>
            <span className={css.unit}>
              {t('{from} to {to} rpm in {time}', {
                from: figure(pull.fromRpm),
                to: figure(pull.toRpm),
                time: seconds(pull.toS - pull.fromS),
              })}
            </span>
          </label>
          {result ? <div className={css.pullResult}>{result}</div> : null}
          {logNth > 0 ? null : (
            <Button variant="ghost" size="small" onClick={() => onShow(pull)}>
              {t('Show on timeline')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
