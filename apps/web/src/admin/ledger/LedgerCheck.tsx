import type { CallReply } from '@tuneport/contract/index';
import { may } from '@tuneport/domain/identity/permissions';
import { useEffect, useState } from 'react';
import { call } from '../../platform/api/browser.ts';
import { factsOf, useUi } from '../../platform/ui-state.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { errorText } from '../../ui/feedback/error-text.ts';
import { StateDot } from '../../ui/feedback/StateDot.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { KeyValue } from '../../ui/text/KeyValue.tsx';
import css from './ledger.module.css';

type Check = NonNullable<CallReply<'GET /v1/admin/ledger/chain'>['check']>;

/** The result of the last check of the whole ledger, and a button to run it now. */
export function LedgerCheck() {
  const [check, setCheck] = useState<Check | null>(null);
  const [busy, setBusy] = useState(false);
  const [open, setOpen] = useState(false);
  const mayRun = may(factsOf(useUi()), 'transactions.write');
  useEffect(() => {
    let gone = false;
    // Without the last result the page still works: the button runs a new check.
    call('GET /v1/admin/ledger/chain').then(
      (chain) => gone || setCheck(chain.check),
      () => {},
    );
    return () => {
      gone = true;
    };
  }, []);
  const run = async () => {
    setBusy(true);
    try {
      setCheck(await call('POST /v1/admin/ledger/check'));
      setOpen(true);
    } catch (error) {
      toast(errorText(error, 'The ledger could not be checked.'), { tone: 'bad' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={css.check}>
      {check ? (
        <Button variant="ghost" onClick={() => setOpen(true)}>
          <StateDot tone={check.ok ? 'good' : 'bad'}>{check.ok ? 'Verified' : problemText(check)}</StateDot>{' '}
          <DateText at={check.at} show="relative" />
        </Button>
      ) : null}
      {mayRun ? (
        <Button busy={busy} onClick={() => void run()}>
          Verify ledger
        </Button>
      ) : null}
      {check ? (
        <Dialog
          open={open}
          onClose={() => setOpen(false)}
          title={check.ok ? 'The ledger is correct' : `The ledger has ${problemText(check)}`}
        >
          <KeyValue
            rows={[
              ['Checked', <DateText key="at" at={check.at} show="both" />],
              ['By', check.by ?? 'Nightly check'],
              ['Transfers', check.transfers],
              ['Entries', check.entries],
              ['Balances', check.balances],
              ['Seals', check.seals],
              ['Duration', `${(check.ms / 1000).toFixed(1)} s`],
            ]}
          />
          {check.problems.length === 0 ? null : (
            <ul>
              {check.problems.map((problem) => (
                <li key={`${problem.check} ${problem.what}`}>
                  {problem.what}: {problem.message}
                </li>
              ))}
            </ul>
          )}
        </Dialog>
      ) : null}
    </div>
  );
}

const problemText = ({ problem_count }: Check) => (problem_count === 1 ? '1 problem' : `${problem_count} problems`);
