// Generated from docs/api.json by web/scripts/settings.mjs. Do not edit.
export const aboutDefaults = {
  about_intro: "{shop} brings rare, limited-edition snacks from far away to {city}, and from there to the rest of the country.",
  about_mission: "Founded in 2020, we are here for one thing: the best snack you have never had. Somewhere a grandmother runs a factory that makes four thousand bags a week, and no importer calls her because four thousand is not a container. We call.\n\nSmall drops are not a trick. They are how many there are. We would rather sell out of something wonderful than always have something fine.",
  about_steps: "Source | We buy where the snack is at home: night markets, corner shops, small factories. No gray-market pallets, no mystery expiry dates.\nSelect | Everything is eaten here first, by people who argue about crunch. Most of it does not make the cut.\nDrop | What is left goes up in small numbers. The count you see is the count on the shelf. When it is gone, it is gone.\nDeliver | Packed by hand on {street} and sent anywhere in the US, or kept at the counter until you come by.",
  about_story: "It began with a suitcase. One of us came home from Osaka with eleven kilos of chips and no room for clothes; by the end of the week the neighbors knew, by the end of the month there was a list, and the list had rules.\n\nThe suitcase became a garage, the garage a counter on {avenue}. The list is still here. So are the rules: nothing we would not carry home ourselves, nothing that you can get at the supermarket, and an honest number of what is left.",
  about_visit: "The counter is open to anyone who is hungry. If you are too far away, we read everything that you send us.",
  about_visit_title: "Come by, or write",
} as const
