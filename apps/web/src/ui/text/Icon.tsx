// All icons use a 16-unit grid, round caps and a 1.5 stroke.
const paths = {
  alert: 'M8 2.5 14.5 13.5h-13zM8 6.5v3.2M8 11.6v.1',
  arrowRight: 'M3 8h10M9 4l4 4-4 4',
  calendar: 'M2.5 4h11v9.5h-11zM2.5 7h11M5.5 2.5V4M10.5 2.5V4',
  cart: 'M1.5 2.5H3l1.8 8h7.4l1.6-5.6H3.7M6 13.4v.1M11.2 13.4v.1',
  chat: 'M2 3h12v8.5H7.5L4.5 14v-2.5H2z',
  check: 'M3 8.5 6.5 12 13 4.5',
  chevronDown: 'M4 6l4 4 4-4',
  chevronLeft: 'M10 4 6 8l4 4',
  chevronRight: 'M6 4l4 4-4 4',
  clock: 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8M8 4.8V8l2.2 1.6',
  close: 'M4 4l8 8M12 4l-8 8',
  copy: 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z',
  dots: 'M3.4 7.6a.4.4 0 1 0 0 .8.4.4 0 0 0 0-.8M8 7.6a.4.4 0 1 0 0 .8.4.4 0 0 0 0-.8M12.6 7.6a.4.4 0 1 0 0 .8.4.4 0 0 0 0-.8',
  download: 'M8 2v8M4.5 7 8 10.5 11.5 7M2.5 13.5h11',
  external: 'M6.5 3h-4v10.5H13v-4M9 2.5h4.5V7M13 3 7.5 8.5',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8M8 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4',
  eyeOff:
    'M2.5 2.5l11 11M6.4 3.7Q7.2 3.5 8 3.5c4 0 6.5 4.5 6.5 4.5s-.7 1.3-2 2.5M4 4.9C2.4 6.2 1.5 8 1.5 8S4 12.5 8 12.5q1.6 0 3-.7M6.7 6.6a2 2 0 0 0 2.7 2.8',
  file: 'M3.5 1.8h5.5l3.5 3.5v8.9h-9zM9 1.8v3.5h3.5',
  filter: 'M2 4h12M4.5 8h7M6.5 12h3',
  globe:
    'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8M1.8 8h12.4M8 1.8c-3.6 3.8-3.6 8.6 0 12.4M8 1.8c3.6 3.8 3.6 8.6 0 12.4',
  info: 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8M8 7.3v4M8 4.8v.1',
  lock: 'M3.5 7h9v6.5h-9zM5.5 7V4.8a2.5 2.5 0 0 1 5 0V7',
  menu: 'M2 4.5h12M2 8h12M2 11.5h12',
  minus: 'M3 8h10',
  moon: 'M13.5 9.8A6 6 0 0 1 6.2 2.5a6 6 0 1 0 7.3 7.3',
  pencil: 'M3 13l.7-3L11 2.7 13.3 5 6 12.3z',
  pin: 'M8 14.5S3 10 3 6.5a5 5 0 0 1 10 0c0 3.5-5 8-5 8M8 5a1.6 1.6 0 1 0 0 3.2A1.6 1.6 0 0 0 8 5',
  plus: 'M8 3v10M3 8h10',
  print: 'M4.5 6V2.5h7V6M4.5 11.5h-2V6h11v5.5h-2M4.5 9.5h7v4h-7z',
  refresh: 'M13.5 3v3.5H10M13.2 6.5A5.5 5.5 0 1 0 13.4 9.5',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M10.3 10.3 14 14',
  sun: 'M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6M8 1.5V2M8 14v.5M1.5 8H2M14 8h.5M3.4 3.4l.4.4M12.2 12.2l.4.4M3.4 12.6l.4-.4M12.2 3.8l.4-.4',
  trash: 'M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.7 9h6.6l.7-9M6.7 7v4M9.3 7v4',
  upload: 'M8 10.5v-8M4.5 6 8 2.5 11.5 6M2.5 13.5h11',
  user: 'M8 2.2a2.9 2.9 0 1 0 0 5.8 2.9 2.9 0 0 0 0-5.8M2.5 14c.6-2.7 2.7-4 5.5-4s4.9 1.3 5.5 4',
} as const;

export type IconName = keyof typeof paths;

export const Icon = ({ name, ...rest }: { name: IconName; size?: number; className?: string }) => (
  <StrokeIcon path={paths[name]} {...rest} />
);

/** One path on the 16-unit grid, for icons that only one part of the product needs. */
export const StrokeIcon = ({ path, size = 16, className }: { path: string; size?: number; className?: string }) => (
  <svg
    className={className}
    width={size}
    height={size}
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.5}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    <path d={path} />
  </svg>
);
