-- Settings that no function may change: what is not found there is an error.
local defaults = { width = 80, colour = "auto" }

local function checked(settings)
  local result = {}
  for name, value in pairs(settings) do
    if defaults[name] == nil then
      error("no such setting: " .. tostring(name))
    end
    result[name] = value
  end
  return setmetatable(result, { __index = defaults })
end

local function report(settings)
  local lines = {}
  for name in pairs(defaults) do
    lines[#lines + 1] = name .. " = " .. tostring(settings[name])
  end
  table.sort(lines)
  return table.concat(lines, "\n")
end

local function sandbox()
  -- No globals in here, please.
  local _ENV <const> = 0
  width = 132
  return colour
end

print(report(checked { width = 100 }))
print(pcall(sandbox))
