/** Addresses that mean something else under /catalog, and the old last segment of a vehicle address. */
const taken = /^(all-tunes|add-on-tunes|(engine|turbo|performance|eco|tcu|diesel|stage-[1-4])(-tuning)?)$/;
const slugLengthMax = 100;

/** Lower case letters and digits of any script, dots only between digits: "2.2CL/3.0CL" is 2.2cl-3.0cl. */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/\+/g, ' plus ')
    .replace(/(?<!\p{N})\.|\.(?!\p{N})/gu, '-')
    .replace(/[^\p{L}\p{N}.]+/gu, '-')
    .slice(0, slugLengthMax)
    .replace(/^[-.]+|[-.]+$/g, '');
  if (slug === '') return 'other';
  return taken.test(slug) ? `${slug}-1` : slug;
}

/** The slug itself, or with the first number that makes it free. */
export function freeSlug(slug: string, isTaken: (slug: string) => boolean): string {
  if (!isTaken(slug)) return slug;
  for (let n = 2; ; n += 1) if (!isTaken(`${slug}-${n}`)) return `${slug}-${n}`;
}
