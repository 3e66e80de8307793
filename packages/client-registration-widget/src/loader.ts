const name = 'client-registration';
const { origin } = new URL(import.meta.url);
const near = new IntersectionObserver(
  (entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    near.disconnect();
    added.disconnect();
    // An import and not a script element, because Trusted Types and nonce policies allow imports.
    import(new URL(`${name}.js`, import.meta.url).href).then(() => {
      (customElements.get(name) as unknown as { apiBase: string }).apiBase ||= origin;
    });
  },
  { rootMargin: '400px' },
);
const find = () => {
  for (const form of document.querySelectorAll(name)) {
    // An imported script does not know its own address (`document.currentScript` is null).
    if (!form.hasAttribute('api-base')) form.setAttribute('api-base', origin);
    near.observe(form);
  }
};
const added = new MutationObserver(find);
added.observe(document, { childList: true, subtree: true });
find();

export {};
