import css from './brand.module.css';

export type BodyClass = 'hatch' | 'sedan' | 'wagon' | 'coupe' | 'convertible' | 'suv' | 'pickup' | 'van';

type Drawing = { body: string; glass: string; wheels: readonly [number, number]; radius: number; sill: number };

// Side outlines on a 200 × 72 canvas, nose to the right, tyres on y = 63.
const cars: Record<BodyClass, Drawing> = {
  sedan: {
    body: 'M31 52H17Q12.5 52 12 47.5L11 40Q10.7 34 16 32.4L38 29.5C51 19.5 62 13.5 80 13H98C114 13.5 127 21.5 138 29.3L169 33.2Q184 35.2 187.5 42L188.5 47.5Q188.5 52 184 52H171M137 52H65',
    glass: 'M48.5 28.8C57.5 21.5 66 17.2 80 16.8H87.5L89 28.8ZM92.5 16.8H98C109.5 17.2 119.5 22.5 128 28.8H94Z',
    wheels: [48, 154],
    radius: 11.5,
    sill: 52,
  },
  hatch: {
    body: 'M41 52H31Q26.5 52 26 47.5L25 38Q25 33 28 29L38 17Q41.5 13.2 48 13H92C108 13.5 120 21.5 130 29.3L156 33Q170 35 173 42L174 47.5Q174 52 169.5 52H161M127 52H75',
    glass: 'M36.5 28.8L44.5 19Q46.2 16.8 49.5 16.8H78.5L80 28.8ZM83.5 16.8H92C103.5 17.2 112 22.5 120 28.8H85Z',
    wheels: [58, 144],
    radius: 11.5,
    sill: 52,
  },
  wagon: {
    body: 'M31 52H17Q12.5 52 12 47.5L11 38.5Q11 33 13 29.5L21.5 16.5Q24 13 30 13H98C114 13.5 127 21.5 138 29.3L169 33.2Q184 35.2 187.5 42L188.5 47.5Q188.5 52 184 52H171M137 52H65',
    glass:
      'M20.5 28.8L27 18.8Q28.5 16.8 31.5 16.8H52L53 28.8ZM56 16.8H87.5L89 28.8H57ZM91.5 16.8H98C109.5 17.2 119.5 22.5 128 28.8H93Z',
    wheels: [48, 154],
    radius: 11.5,
    sill: 52,
  },
  coupe: {
    body: 'M31 53H16.5Q12 53 11.5 48.5L10.5 42Q10.2 36.5 15.5 35L29 33C46 22.5 60 18 79 18C99 18 112 25 124 33L164 35Q183.5 37.5 188 44.5L189 49Q189 53 184.5 53H171M137 53H65',
    glass: 'M42.5 32.2C54.5 24.8 65 21.6 79 21.5L81 32.2ZM84.5 21.6C97 22.2 106 26.5 114.5 32.4H87Z',
    wheels: [48, 154],
    radius: 11.5,
    sill: 53,
  },
  convertible: {
    body: 'M31 53H16.5Q12 53 11.5 48.5L10.5 42Q10.2 36.5 15.5 35L34 32.8Q38 29 45 29.4L58 32.4H97L111 34H124L164 35Q183.5 37.5 188 44.5L189 49Q189 53 184.5 53H171M137 53H65',
    glass:
      'M99 19.5L124 34M96.5 20.5Q97.6 18.4 99.8 19.6M62 32.4Q63 25.4 68.5 25Q73.5 25 74 32.4M45 32.6Q47 28.6 52 31',
    wheels: [48, 154],
    radius: 11.5,
    sill: 53,
  },
  suv: {
    body: 'M31 50H18Q13.5 50 13 45.5L12 34.5Q12 29 14 25L22 10.5Q24 7 30 7H97C112 7.5 122 16 131 24.5L166 28Q181 29.8 184.5 37L186 45.5Q186 50 181.5 50H171M133 50H69',
    glass:
      'M21.5 24L28 12.8Q29.5 10.8 32 10.8H50L51 24ZM54 10.8H85L86.5 24H55ZM89 10.8H97C107.5 11.2 114.5 17 121.5 24H90.5Z',
    wheels: [50, 152],
    radius: 13.5,
    sill: 50,
  },
  pickup: {
    body: 'M30 50H13.5Q9.5 50 9.5 46V28.5H80L80.5 11Q80.5 8 84 8H112C124 8.5 132 17 139 25L172 28.5Q185.5 30.2 188.5 37L190 45.5Q190 50 185.5 50H176M138 50H68M80 28.5V50',
    glass: 'M85.5 24.5V13.5Q85.5 11.8 87.5 11.8H103L104.5 24.5ZM107.5 11.8H112C121 12.2 126 18 131 24.5H109Z',
    wheels: [49, 157],
    radius: 13.5,
    sill: 50,
  },
  van: {
    body: 'M33 51H15.5Q11 51 11 46.5V12Q11 4.5 18.5 4.5H128C141 5 150 15 159 26L176 31.5Q187 35 188 43V46.5Q188 51 183.5 51H170M136 51H67',
    glass: 'M118 9H128C138 9.5 144.5 17 151 26H118ZM18 9H112M112 9V46',
    wheels: [50, 153],
    radius: 11.5,
    sill: 51,
  },
};

/** Side outline of a vehicle class. With `measured` the wheelbase has a dimension line. */
export function CarOutline({
  body,
  measured = false,
  width = 200,
}: {
  body: BodyClass;
  measured?: boolean;
  width?: number;
}) {
  const { body: outline, glass, wheels, radius, sill } = cars[body];
  const axle = 63 - radius;
  return (
    <svg
      className={css.drawing}
      width={width}
      height={Math.round((width * (measured ? 86 : 70)) / 200)}
      viewBox={`0 0 200 ${measured ? 86 : 70}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M2 63H198" className={css.faint} strokeWidth="1" />
      <path d={outline} />
      <path d={glass} className={css.quiet} strokeWidth="1" />
      {wheels.map((x) => (
        <g key={x}>
          <path d={`M${x - radius - 5.5} ${sill}A${radius + 5.5} ${radius + 5.5} 0 0 1 ${x + radius + 5.5} ${sill}`} />
          <circle cx={x} cy={axle} r={radius} className={css.face} />
          <circle cx={x} cy={axle} r={radius - 4.5} className={css.quiet} strokeWidth="1" />
          <path d={`M${x - 1.5} ${axle}h3M${x} ${axle - 1.5}v3`} className={css.accent} strokeWidth="1" />
        </g>
      ))}
      {measured ? (
        <g className={css.quiet} strokeWidth="0.8">
          <path d={`M${wheels[0]} 68V82M${wheels[1]} 68V82`} />
          <path d={`M${wheels[0]} 78H${wheels[1]}`} />
          <path d={`M${wheels[0] - 2} 80l4-4M${wheels[1] - 2} 80l4-4`} />
        </g>
      ) : null}
    </svg>
  );
}
