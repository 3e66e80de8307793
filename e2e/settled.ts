/**
 * Runs in the page. Waits until nothing has been rendered for a while and fade-ins have finished. axe analyses the page
 * in parts: a form that is rendered meanwhile seems to have no labels, and a text that is fading in has too little
 * contrast.
 *
 * @param quiet milliseconds without a change, usually 120; 0 if nothing more is rendered and only colours change
 */
export async function settled(quiet: number): Promise<void> {
  const latest = performance.now() + 5000;
  await new Promise<void>((resolve) => {
    const end = () => {
      observer.disconnect();
      resolve();
    };
    let timer = setTimeout(end, quiet);
    const observer = new MutationObserver(() => {
      if (performance.now() > latest) return;
      clearTimeout(timer);
      timer = setTimeout(end, quiet);
    });
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
  });
  // Paused and endless animations never finish.
  const fading = document
    .getAnimations()
    .filter(
      ({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
    );
  await Promise.allSettled(fading.map((animation) => animation.finished));
}
