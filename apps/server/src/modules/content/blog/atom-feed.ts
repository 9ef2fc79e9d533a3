import type { newestPosts } from './post-queries.ts';

const sign: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** Without the control characters that XML does not allow, even escaped. */
export const escapeXml = (text: string) =>
  text
    .replace(/[\p{Cc}\ufffe\uffff]/gu, (each) => (/\s/.test(each) ? each : ''))
    .replace(/[&<>"']/g, (each) => sign[each] ?? each);

type Post = Awaited<ReturnType<typeof newestPosts>>[number];

/** RFC 4287. Links and pictures inside of texts become absolute, because feed readers do not know this site. */
export function atomFeed(origin: string, posts: readonly Post[], now: Date): string {
  const absolute = (html: string) => html.replace(/ (href|src)="\//g, ` $1="${origin}/`);
  const entries = posts.map((post) => {
    const url = `${origin}/blog/${post.id}/${post.slug}`;
    return `<entry>
<id>${escapeXml(`${origin}/blog/${post.id}`)}</id>
<title>${escapeXml(post.title)}</title>
<link rel="alternate" type="text/html" href="${escapeXml(url)}"/>
<published>${post.published_at.toISOString()}</published>
<updated>${post.updated_at.toISOString()}</updated>
<author><name>${escapeXml(post.author.name)}</name></author>
${post.tags.map((tag) => `<category term="${escapeXml(tag)}"/>`).join('')}
<summary>${escapeXml(post.summary)}</summary>
<content type="html">${escapeXml(absolute(post.text))}</content>
</entry>`;
  });
  const updated = posts.reduce((latest, post) => (post.updated_at > latest ? post.updated_at : latest), new Date(0));
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${escapeXml(`${origin}/blog`)}</id>
<title>Tuneport blog</title>
<link rel="self" type="application/atom+xml" href="${escapeXml(`${origin}/blog/feed.xml`)}"/>
<link rel="alternate" type="text/html" href="${escapeXml(`${origin}/blog`)}"/>
<updated>${(posts.length > 0 ? updated : now).toISOString()}</updated>
${entries.join('\n')}
</feed>
`;
}
