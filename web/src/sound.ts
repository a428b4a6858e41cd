/** Short sounds, synthesised in the browser. */

export type Sound = "lay" | "lift" | "theirs" | "turn" | "refused" | "over" | "chat";

let context: AudioContext | null = null;
const begun: Partial<Record<Sound, number>> = {};
/** Seconds before a sound plays again, so that several events at once play it once. */
const AT_ONCE = 0.05;

/** Plays a sound; silent where the browser does not allow any yet. */
export function play(sound: Sound): void {
  if (!navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  const now = context.currentTime;
  if (now - (begun[sound] ?? -1) < AT_ONCE) return;
  begun[sound] = now;
  SOUNDS[sound](context, now + 0.01);
}

const SOUNDS: Record<Sound, (on: AudioContext, at: number) => void> = {
  lay: (on, at) => knock(on, at, 1500, 0.16),
  lift: (on, at) => knock(on, at, 2300, 0.07),
  theirs: (on, at) => [0, 0.07, 0.14].forEach((late) => knock(on, at + late, 1300, 0.13)),
  turn: (on, at) => {
    tone(on, at, 523, 0.06, 0.16);
    tone(on, at + 0.12, 784, 0.06, 0.25);
  },
  refused: (on, at) => {
    tone(on, at, 196, 0.08, 0.14);
    tone(on, at + 0.1, 165, 0.08, 0.2);
  },
  over: (on, at) => [523, 659, 784, 1047].forEach((pitch, i) => tone(on, at + i * 0.13, pitch, 0.06, 0.4)),
  chat: (on, at) => tone(on, at, 880, 0.03, 0.12),
};

function tone(on: AudioContext, at: number, pitch: number, loud: number, long: number): void {
  const source = on.createOscillator();
  source.type = "triangle";
  source.frequency.value = pitch;
  source.connect(fading(on, at, loud, long));
  source.start(at);
  source.stop(at + long);
}

/** Wood on wood: a very short burst of filtered noise. */
function knock(on: AudioContext, at: number, pitch: number, loud: number): void {
  const length = Math.floor(on.sampleRate * 0.05);
  const buffer = on.createBuffer(1, length, on.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 6;
  const source = on.createBufferSource(),
    filter = on.createBiquadFilter();
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  source.connect(filter).connect(fading(on, at, loud * 4, 0.06));
  source.start(at);
}

function fading(on: AudioContext, at: number, loud: number, long: number): GainNode {
  const gain = on.createGain();
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + long);
  gain.connect(on.destination);
  return gain;
}
