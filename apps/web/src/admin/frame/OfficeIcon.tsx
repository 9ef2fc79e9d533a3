import { StrokeIcon } from '../../ui/text/Icon.tsx';

// Icons of the back office; public pages do not load them.
const paths = {
  home: 'M2 7.5 8 2.5l6 5M3.5 6.5v7h9v-7M6.5 13.5v-4h3v4',
  orders: 'M3.5 1.8h9v12.4l-2.2-1.4L8 14.2l-2.3-1.4-2.2 1.4zM6 5.5h4M6 8.5h4',
  products: 'M2.2 4.8 8 1.8l5.8 3v6.4L8 14.2l-5.8-3zM2.2 4.8 8 7.8l5.8-3M8 7.8v6.4',
  tuning: 'M2 2v12h12M4.5 11.5c3 0 3.6-6.8 9-7.4M4.5 11.5c3.4-.2 5-2.8 9-3',
  catalogue:
    'M1.8 10.8V8.6l1.9-.7 1.5-3h5l2.3 3 1.7.6v2.3h-1.6M9.9 10.8H6.1M4.7 9.6a1.3 1.3 0 1 0 0 2.6 1.3 1.3 0 0 0 0-2.6M11.3 9.6a1.3 1.3 0 1 0 0 2.6 1.3 1.3 0 0 0 0-2.6',
  people:
    'M6 2.8a2.4 2.4 0 1 0 0 4.8 2.4 2.4 0 0 0 0-4.8M1.5 13.2c.5-2.4 2.2-3.6 4.5-3.6s4 1.2 4.5 3.6M10.6 3.2a2.3 2.3 0 0 1 0 4.2M12.3 9.9c1.2.6 1.9 1.7 2.2 3.3',
  support: 'M2 3h12v8.5H7.5L4.5 14v-2.5H2zM5 6h6M5 8.5h4',
  marketing: 'M2 6.5v3l2 .3L12.5 13V3L4 6.2zM4 9.8l.8 3.7h1.7l-.7-3M14.2 6.6v2.8',
  reports: 'M2.5 2v12h11.5M5.5 11.5v-3M8.5 11.5v-6M11.5 11.5V4',
  settings: 'M2 4.5h6.5M11.5 4.5H14M10 3v3M2 11.5h2.5M7.5 11.5H14M6 10v3',
  star: 'M8 2.2l1.8 3.7 4 .6-2.9 2.8.7 4L8 11.4l-3.6 1.9.7-4-2.9-2.8 4-.6z',
} as const;

export type OfficeIconName = keyof typeof paths;

export const OfficeIcon = ({ name, size }: { name: OfficeIconName; size?: number }) => (
  <StrokeIcon path={paths[name]} size={size} />
);
