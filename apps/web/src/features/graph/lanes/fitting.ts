/** Truncates a name to the available width; empty if too little of it would remain. */
export function fitting(name: string, room: number, widthOf: (text: string) => number): string {
  if (widthOf(name) <= room) return name;
  const signs = [...name];
  let [least, most] = [0, signs.length];
  while (least < most) {
    const half = Math.ceil((least + most) / 2);
    if (widthOf(`${signs.slice(0, half).join('')}…`) <= room) least = half;
    else most = half - 1;
  }
  return least < 6 ? '' : `${signs.slice(0, least).join('').trimEnd()}…`;
}
