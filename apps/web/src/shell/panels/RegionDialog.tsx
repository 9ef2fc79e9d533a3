import { type RegionId, regionOffer } from '@tuneport/domain/places/regions';
import { lazy, Suspense, useEffect, useState } from 'react';
import { answerRegionQuestions } from '../../platform/api/browser.ts';
import { loadChunk } from '../../platform/chunk.ts';
import { readStored, writeCookie, writeStored } from '../../platform/storage.ts';
import { useUi } from '../../platform/ui-state.ts';
import { switchRegion } from './switch-region.ts';

const RegionQuestion = lazy(() => loadChunk(() => import('./RegionQuestion.tsx')));

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

  if (!settings || question === null) return null;

  const stay = () => {
    if (question.kind === 'needed') question.answer(false);
    else writeStored(dismissedKey, true);
    setQuestion(null);
  };
  const go = () => {
    writeStored(dismissedKey, true);
    if (question.kind === 'needed') {
      writeCookie('region', String(question.region));
      question.answer(true);
      setQuestion(null);
    } else switchRegion(question.region, settings.regions.find((region) => region.id === question.region)?.url);
  };

  return (
    <Suspense>
      <RegionQuestion
        settings={settings}
        region={question.region}
        needed={question.kind === 'needed'}
        onStay={stay}
        onGo={go}
      />
    </Suspense>
  );
}
