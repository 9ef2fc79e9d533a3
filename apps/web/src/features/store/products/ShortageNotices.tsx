import type { CallReply } from '@tuneport/contract/index';
import { shortageSwitches, shortagesOn } from '@tuneport/domain/store/product';
import { msg, t } from '@tuneport/domain/text/text';
import { useEffect, useState } from 'react';
import { call } from '../../../platform/api/browser.ts';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { monthText } from './product-labels.ts';

const texts = {
  fz: msg('FlashZilla V3 and Pro are in short supply.'),
  fzl: msg('FlashZilla Lite is in short supply.'),
} as const;

/**
 * Shows above the list which tools ship late. The page is cached for all visitors, so the browser reads the switches
 * itself.
 */
export function ShortageNotices() {
  const [states, setStates] = useState<CallReply<'GET /switch-states'> | null>(null);
  useEffect(() => {
    // The notice is optional.
    call('GET /switch-states').then(setStates, () => undefined);
  }, []);
  if (states === null) return null;
  const shortages = shortagesOn(states);
  return shortageSwitches
    .filter((name) => name in shortages)
    .map((name) => (
      <Notice key={name} tone="careful">
        {t(texts[name])}{' '}
        {shortages[name]
          ? t('New orders ship from {month}.', { month: monthText(shortages[name]) })
          : t('New orders ship later than usual.')}
      </Notice>
    ));
}
