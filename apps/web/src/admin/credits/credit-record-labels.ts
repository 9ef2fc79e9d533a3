import { type CreditKind, creditKinds } from '@tuneport/domain/credits/tune-credits';
import { kindNames } from '../../features/credits/credit-labels.ts';
import type { StateTone } from '../../ui/feedback/StateDot.tsx';

type Word = { readonly label: string; readonly tone: StateTone };

export const kindOptions = creditKinds.map((value: CreditKind) => ({ value, label: kindNames[value] }));

export const lotStates: Readonly<Record<'usable' | 'used' | 'expired', Word>> = {
  usable: { label: 'Usable', tone: 'good' },
  used: { label: 'Used up', tone: 'neutral' },
  expired: { label: 'Expired', tone: 'careful' },
};
