/** What a ray can hit. */
export const MATERIAL = {
  bench: 1,
  wall: 2,
  hide: 3,
  strap: 4,
  oak: 5,
  steel: 6,
  brass: 7,
  thread: 8,
  rawhide: 10,
  dark: 11,
}
