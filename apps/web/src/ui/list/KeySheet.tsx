import { t } from '@tuneport/domain/text/text';
import { Kbd } from '../controls/Kbd.tsx';
import { Dialog } from '../overlay/Dialog.tsx';
import css from './KeySheet.module.css';

type Shortcut = { readonly keys: readonly string[]; readonly label: string };

/** The shortcuts of a list, of which some depend on what the list has. */
export const listShortcuts = (has: { search: boolean; select: boolean; record: boolean }): readonly Shortcut[] => [
  ...(has.search ? [{ keys: ['/'], label: t('Search') }] : []),
  { keys: ['J', '↓'], label: t('Next row') },
  { keys: ['K', '↑'], label: t('Previous row') },
  { keys: ['Enter'], label: t('Open the row') },
  ...(has.select ? [{ keys: ['X'], label: t('Select the row') }] : []),
  ...(has.record ? [{ keys: [']'], label: t('Next record') }] : []),
  ...(has.record ? [{ keys: ['['], label: t('Previous record') }] : []),
  { keys: ['?'], label: t('Show these shortcuts') },
];

type Props = { open: boolean; onClose: () => void; shortcuts: readonly Shortcut[] };

/** What the keys of the page do. */
export function KeySheet({ open, onClose, shortcuts }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title={t('Keyboard shortcuts')}>
      <dl className={css.keys}>
        {shortcuts.map(({ keys, label }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
