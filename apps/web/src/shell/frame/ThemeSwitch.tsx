import { msg, t } from '@tuneport/domain/text/text';
import { useEffect, useState } from 'react';
import { applyTheme, readTheme, type Theme, themes } from '../../platform/theme.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Icon } from '../../ui/text/Icon.tsx';

const words: Readonly<Record<Theme, string>> = {
  system: msg('as the system'),
  light: msg('light'),
  dark: msg('dark'),
};

/** Cycles through system, light and dark; the button label names the current one. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>('system');
  useEffect(() => setTheme(readTheme()), []);
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system';
  return (
    <Button
      variant="ghost"
      icon
      aria-label={t('Theme: {now}. Change to {next}', { now: t(words[theme]), next: t(words[next]) })}
      title={t('Theme: {now}', { now: t(words[theme]) })}
      onClick={() => {
        applyTheme(next);
        setTheme(next);
      }}
    >
      {theme === 'system' ? <SystemIcon /> : <Icon name={theme === 'light' ? 'sun' : 'moon'} size={20} />}
    </Button>
  );
}

/** Half light, half dark. */
const SystemIcon = () => (
  <svg
    width={20}
    height={20}
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.5}
    aria-hidden="true"
  >
    <circle cx="8" cy="8" r="5.5" />
    <path d="M8 2.5a5.5 5.5 0 0 1 0 11z" fill="currentColor" stroke="none" />
  </svg>
);
