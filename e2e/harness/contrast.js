// Runs in a page: the texts of a part that are hard to read on what is behind them (WCAG 1.4.3).
// Axe asks the same, but finds out for each text what is drawn under it; knowing the parents is enough for our own pages.
(() => {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const known = new Map();

  /** Any colour the browser can name, as red, green, blue and alpha from 0 to 1. */
  function rgba(colour) {
    if (!known.has(colour)) {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      known.set(
        colour,
        [...canvas.getImageData(0, 0, 1, 1).data].map((part) => part / 255),
      );
    }
    return known.get(colour);
  }

  const over = (top, below) => [0, 1, 2].map((at) => top[at] * top[3] + below[at] * (1 - top[3])).concat(1);

  function luminance(colour) {
    const [red, green, blue] = colour.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }

  function ratio(one, other) {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  }

  /** The colour behind an element; null where a picture or a gradient is. */
  function behind(element) {
    const layers = [];
    for (let each = element; each; each = each.parentElement) {
      const { backgroundColor, backgroundImage } = getComputedStyle(each);
      if (backgroundImage !== 'none') return null;
      const layer = rgba(backgroundColor);
      if (layer[3] > 0) layers.push(layer);
      if (layer[3] === 1) break;
    }
    return layers.reduceRight(
      (below, layer) => over(layer, below),
      rgba(getComputedStyle(document.body).backgroundColor),
    );
  }

  /** A sample shows colours that somebody chose; its page says how readable they are. */
  const isExempt = (element) =>
    element.closest(
      '[data-colour-sample], :disabled, [aria-disabled="true"], [inert], [aria-hidden="true"], option, label:has(:disabled)',
    );

  function isDrawn(element) {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  }

  return (part) => {
    const found = [];
    const texts = document.createTreeWalker(document.querySelector(part), NodeFilter.SHOW_TEXT);
    const seen = new Set();
    while (texts.nextNode()) {
      const element = texts.currentNode.parentElement;
      if (texts.currentNode.data.trim() === '' || seen.has(element)) continue;
      seen.add(element);
      if (isExempt(element) || !isDrawn(element)) continue;
      const { color, fill, fontSize, fontWeight } = getComputedStyle(element);
      const below = behind(element);
      if (below === null) continue;
      const size = Number.parseFloat(fontSize);
      const needed = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700) ? 3 : 4.5;
      const reached = ratio(over(rgba(element instanceof SVGElement ? fill : color), below), below);
      if (reached < needed)
        found.push(
          `"${texts.currentNode.data.trim().slice(0, 40)}" has a contrast of ${reached.toFixed(2)}, not ${needed}`,
        );
    }
    return found.slice(0, 5);
  };
})();
