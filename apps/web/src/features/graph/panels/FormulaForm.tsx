import { t } from '@tuneport/domain/text/text';
import { formulaFunctions, parseFormula } from '@tuneport/domain/tuning/logs/expression';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Icon } from '../../../ui/text/Icon.tsx';
import type { OpenLog } from '../open-log.ts';
import { findChannel } from '../studio-log.ts';
import type { View } from '../view.ts';
import css from './panels.module.css';

type Props = { open: OpenLog; formulas: View['formulas']; onFormulas: (formulas: View['formulas']) => void };

/** Channel names are not translated. */
const example = '[Boost] - [Boost target]';

/** A channel computed from others. Errors are shown at their position in the formula. */
export function FormulaForm({ open, formulas, onFormulas }: Props) {
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const parsed = parseFormula(text, (one) => findChannel(open.log, one) !== undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!parsed.ok || name.trim() === '') return;
    onFormulas([...formulas.filter((one) => one.name !== name.trim()), { name: name.trim(), text }]);
    setName('');
    setText('');
    setTried(false);
  };
  const wrong =
    text !== '' && !parsed.ok
      ? t('At character {position}: {message}', { position: parsed.error.at + 1, message: parsed.error.message })
      : undefined;
  return (
    <form method="post" className={css.panelForm} onSubmit={submit} noValidate>
      <TextField
        label={t('Name')}
        value={name}
        maxLength={60}
        onChange={(event) => setName(event.target.value)}
        error={tried && name.trim() === '' ? t('Enter a channel name.') : undefined}
      />
      <TextField
        label={t('Formula')}
        value={text}
        maxLength={500}
        placeholder={example}
        hint={t(
          'Channels in square brackets; + − * / ^, comparisons, and {functions}. smooth([Boost], 0.5) averages over half a second; derivative([Boost]) is its change per second.',
          { functions: formulaFunctions.join(', ') },
        )}
        onChange={(event) => setText(event.target.value)}
        error={wrong ?? (tried && text === '' ? t('Enter a formula.') : undefined)}
      />
      {wrong && !parsed.ok ? (
        <p className={css.formulaMark} aria-hidden="true">
          {text.slice(0, parsed.error.at)}
          <mark>{text[parsed.error.at] ?? ' '}</mark>
          {text.slice(parsed.error.at + 1)}
        </p>
      ) : null}
      <Button type="submit">{t('Add channel')}</Button>
      {formulas.length === 0 ? null : (
        <ul className={css.formulas}>
          {formulas.map((one) => (
            <li key={one.name}>
              <span>
                <strong>{one.name}</strong> <code>{one.text}</code>
              </span>
              <Button
                variant="ghost"
                size="small"
                icon
                aria-label={t('Remove {name}', { name: one.name })}
                onClick={() => onFormulas(formulas.filter((other) => other !== one))}
              >
                <Icon name="trash" />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </form>
  );
}
