import { t } from '@tuneport/domain/text/text';
import { useEffect, useState } from 'react';
import { loadChunk } from '../../platform/chunk.ts';
import { Skeleton } from '../feedback/Skeleton.tsx';
import css from './QrCode.module.css';

type Drawing = { size: number; path: string };

/** Rendered locally because the text may contain a secret. Dark on white in both themes, because cameras expect it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  useEffect(() => {
    let gone = false;
    // If drawing fails, the key below can still be typed.
    draw(text).then(
      (made) => gone || setDrawing(made),
      () => {},
    );
    return () => {
      gone = true;
    };
  }, [text]);
  if (!drawing) return <Skeleton lines={4} label={t('Loading the QR code')} />;
  return (
    <svg
      role="img"
      aria-label={label}
      className={css.qr}
      viewBox={`0 0 ${drawing.size} ${drawing.size}`}
      shapeRendering="crispEdges"
    >
      <path d={drawing.path} fill="#000" />
    </svg>
  );
}

async function draw(text: string): Promise<Drawing> {
  const { create } = await loadChunk(() => import('qrcode'));
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  let path = '';
  for (let y = 0; y < modules.size; y += 1) {
    for (let x = 0; x < modules.size; x += 1) if (modules.get(y, x)) path += `M${x} ${y}h1v1h-1z`;
  }
  return { size: modules.size, path };
}
