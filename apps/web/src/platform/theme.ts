// Light, dark, or the system's setting (no attribute). The script runs before the first paint to avoid a flash.

const themeKey = 'tuneport.theme';
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const attribute = 'data-scheme';

export const themeScript = `try{var t=localStorage.getItem('${themeKey}');if(t==='light'||t==='dark')document.documentElement.setAttribute('${attribute}',t)}catch(e){}`;

export function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(themeKey);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

export function applyTheme(theme: Theme): void {
  if (theme === 'system') document.documentElement.removeAttribute(attribute);
  else document.documentElement.setAttribute(attribute, theme);
  try {
    if (theme === 'system') localStorage.removeItem(themeKey);
    else localStorage.setItem(themeKey, theme);
  } catch {
    // Storage is unavailable (private mode); the theme applies to this page only.
  }
}
