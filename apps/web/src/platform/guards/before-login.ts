import { recallPath, rememberedPathMs, rememberPath } from '@tuneport/domain/catalog/vehicles/remembered-path';

// The page a visitor requested before login, stored in a cookie so that the server can set it with a redirect and the
// browser can read it after login. It holds a path of this site and is validated again when used.

const cookieName = 'before_login';

export function beforeLoginCookie(path: string, now: Date, secure: boolean): string {
  const value = encodeURIComponent(JSON.stringify(rememberPath(path, now)));
  return `${cookieName}=${value}; Path=/; Max-Age=${rememberedPathMs / 1000}; SameSite=Lax${secure ? '; Secure' : ''}`;
}

export const forgetBeforeLoginCookie = `${cookieName}=; Path=/; Max-Age=0; SameSite=Lax`;

export function pathBeforeLogin(cookies: string, now: Date): string {
  for (const part of cookies.split('; ')) {
    if (!part.startsWith(`${cookieName}=`)) continue;
    try {
      return recallPath(JSON.parse(decodeURIComponent(part.slice(cookieName.length + 1))), now);
    } catch {
      return '/';
    }
  }
  return '/';
}
