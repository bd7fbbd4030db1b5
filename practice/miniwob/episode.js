// Added to each page of MiniWoB++: the episode begins by itself, has no time limit, and ends once.

{
  const LONGEST = 2 ** 31 - 1; // the longest wait of a timer: 24 days, in milliseconds
  const { startEpisode, endEpisode } = core;
  let begun = false;

  // an agent takes longer than a person; a clock that ticks would keep the page from coming to rest
  Object.defineProperty(core, 'EPISODE_MAX_TIME', { get: () => LONGEST, set: () => {} });
  core.countdownTimer = core.clearTimer = () => {};

  // what people see beside the task: the reward, and where the mouse was
  const style = document.createElement('style');
  style.textContent = '#reward-display, #click-canvas { display: none !important }';
  document.head.append(style);

  core.startEpisode = () => {
    if (begun) {
      core.cover_div.onclick = null;
      core.cover_div.textContent = 'Episode over';
      Object.assign(core.cover_div.style, { display: 'block', cursor: 'default' });
      return;
    }
    begun = true;
    startEpisode();
    Math.seedrandom(Number(core.QueryString.seed));
    core.startEpisodeReal();
  };

  core.endEpisode = (reward, proportional, reason) => {
    const counts = core.EP_TIMER !== null; // else it is over already
    endEpisode(reward, proportional, reason);
    if (!counts) return;
    const outcome = { reward: Number(WOB_RAW_REWARD_GLOBAL) || 0, reason: String(WOB_REWARD_REASON ?? '') };
    const headers = { 'Content-Type': 'application/json' };
    fetch('/outcome', { method: 'POST', headers, body: JSON.stringify(outcome) });
  };
}
