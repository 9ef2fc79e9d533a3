import { type RegionId, regionNames, regionOffer } from '@tuneport/domain/places/regions';
import { useEffect, useState } from 'react';
import { answerRegionQuestions } from '../../platform/api/browser.ts';
import { readStored, writeCookie, writeStored } from '../../platform/storage.ts';
import { useUi } from '../../platform/ui-state.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { switchRegion } from './switch-region.ts';

const dismissedKey = 'tuneport.region-dismissed';

type Question =
  /** The visitor's time zone suggests the other catalogue. */
  | { kind: 'offer'; region: RegionId }
  /** Something they asked for exists only in the other one; the call waits for the answer. */
  | { kind: 'needed'; region: RegionId; answer: (yes: boolean) => void };

export function RegionDialog() {
  const settings = useUi()?.settings;
  const [question, setQuestion] = useState<Question | null>(null);
  const active = settings?.region;
  const ids = settings?.regions.map((region) => region.id).join();

  useEffect(() => {
    // With one catalogue there is nothing to offer, and the first use of a clock is slow on a phone.
    if (active === undefined || !ids?.includes(',')) return;
    const region = regionOffer({
      active,
      regions: ids.split(',').map(Number) as RegionId[],
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      dismissed: readStored(dismissedKey) === true,
    });
    if (region !== null) setQuestion({ kind: 'offer', region });
  }, [active, ids]);

  useEffect(() => {
    answerRegionQuestions((region) => new Promise((answer) => setQuestion({ kind: 'needed', region, answer })));
    return () => answerRegionQuestions(async () => false);
  }, []);

  if (!settings) return null;
  const named = (id: RegionId) => settings.regions.find((region) => region.id === id)?.name ?? regionNames[id];

  const stay = () => {
    if (question?.kind === 'needed') question.answer(false);
    else writeStored(dismissedKey, true);
    setQuestion(null);
  };
  const go = () => {
    if (!question) return;
    writeStored(dismissedKey, true);
    if (question.kind === 'needed') {
      writeCookie('region', String(question.region));
      question.answer(true);
      setQuestion(null);
    } else switchRegion(question.region, settings.regions.find((region) => region.id === question.region)?.url);
  };

  return (
    <Dialog
      open={question !== null}
      onClose={stay}
      title={question ? `Catalogue for ${named(question.region)}` : ''}
      foot={
        <>
          <Button onClick={stay}>Stay in {named(settings.region)}</Button>
          <Button variant="primary" onClick={go}>
            Switch to {question ? named(question.region) : ''}
          </Button>
        </>
      }
    >
      <p>
        {question?.kind === 'needed'
          ? `What you requested is only in the catalogue for ${named(question.region)}. Prices and tunes there can differ.`
          : question
            ? `You are viewing the catalogue for ${named(settings.region)}, but your clock suggests you may be in ${named(question.region)}. Vehicles, tunes and prices differ between them.`
            : ''}
      </p>
    </Dialog>
  );
}
