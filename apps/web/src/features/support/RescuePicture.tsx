import { msg, t } from '@tuneport/domain/text/text';
import css from './rescue.module.css';

export type PictureKind = 'safe' | 'battery' | 'ignition' | 'cable' | 'tool' | 'laptop';

/** Line drawings for the questions: muted strokes for the object, the accent colour for the part to look at. */
const drawings: Readonly<Record<PictureKind, { quiet: string; look: string; says: string }>> = {
  safe: {
    quiet: 'M24 76h112M44 76V52h28v24M88 76V44h28v32M52 60h12M96 52h12M96 60h12',
    look: 'M52 44c-4-6 4-8 0-14M62 44c-4-6 4-8 0-14M96 36c-4-6 4-8 0-14M106 36c-4-6 4-8 0-14',
    says: msg('Smoke rising from a control unit'),
  },
  battery: {
    quiet: 'M36 36h88v40H36zM48 36v-8h14v8M98 36v-8h14v8M36 50h88',
    look: 'M51 24v-8M55 20h-8M101 20h8M70 70a10 10 0 0 1 20 0M80 70l5-7M66 70h28',
    says: msg('A battery with a meter on its terminals'),
  },
  ignition: {
    quiet: 'M20 72a60 48 0 0 1 120 0zM46 66a18 18 0 1 1 36 0M84 66a16 16 0 1 1 32 0',
    look: 'M64 64l-9-10M100 64l8-9M70 40h8M84 36l4 4 4-4',
    says: msg('Instruments with the ignition on'),
  },
  cable: {
    quiet: 'M30 34h52l8 12-8 24H30l-8-24zM36 46h4M46 46h4M56 46h4M66 46h4M76 46h2M40 58h4M50 58h4M60 58h4M70 58h4',
    look: 'M92 52h18c14 0 8 18 24 18M112 44l-8 8 8 8',
    says: msg('A sixteen-pin plug and its cable'),
  },
  tool: {
    quiet: 'M48 22h64v56H48zM58 32h44v18H58zM80 78v10',
    look: 'M66 64a3 3 0 1 0 .1 0M80 64a3 3 0 1 0 .1 0M94 64a3 3 0 1 0 .1 0M66 38h18M66 44h10',
    says: msg('A tool with three lights and a screen'),
  },
  laptop: {
    quiet: 'M46 26h68v38H46zM36 72h88l-6-8H42z',
    look: 'M124 70c14 0 6-26 18-26M138 38v6M146 38v6M134 44h16v4a8 8 0 0 1-16 0zM70 40l8 8 12-14',
    says: msg('A computer plugged in to power'),
  },
};

export function RescuePicture({ kind }: { kind: PictureKind }) {
  const { quiet, look, says } = drawings[kind];
  return (
    <svg className={css.picture} viewBox="0 0 160 96" role="img" aria-label={t(says)}>
      <path className={css.penQuiet} d={quiet} />
      <path className={css.penLook} d={look} />
    </svg>
  );
}
