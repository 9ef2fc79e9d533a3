// The kit's styles lie in layers below everything else, so that a page's own rule wins over the kit's whatever file comes first.
const layers = {
  postcssPlugin: 'layers',
  Once(root, { AtRule }) {
    const file = root.source?.input.file ?? '';
    const layer = /\/src\/ui\/[^/]+(?<!\.module)\.css$/.test(file) ? 'base' : /\/src\/ui\//.test(file) ? 'ui' : null;
    if (!layer) return;
    const inside = new AtRule({ name: 'layer', params: layer, nodes: [] });
    inside.append(...root.nodes);
    root.append(new AtRule({ name: 'layer', params: 'base, ui' }), inside);
  },
};

export default { plugins: [layers] };
